-- Calls, a large table, sorting, strings and patterns.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local t = {}
for i = 1, 200000 do t[i] = (i * 7919) % 10007 end
table.sort(t)
local s = {}
for i = 1, 20000 do s[#s + 1] = tostring(i) .. "x" end
print(fib(27), t[1], t[#t], #table.concat(s), string.rep("ab", 1000):gsub("b", "c"):len())

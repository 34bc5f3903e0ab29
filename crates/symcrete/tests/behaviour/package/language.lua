-- Goes through Lua's language and library and prints results, for comparison between two builds.

local function section(name) print("-- " .. name) end

section "strings"
print(("hello"):upper(), ("x"):rep(5, ","), ("abc"):byte(1, -1))
print(string.format("%5d|%-8s|%08.3f|%q|%x|%g|%a", 42, "left", 3.14159, 'quo"te\n', 255, 1e100, 0.5))
print(("key = value"):match("^(%w+)%s*=%s*(%w+)$"), ("one two three"):gsub("%w+", string.reverse))
for word, position in ("the quick brown fox"):gmatch("(%a+)()") do io.write(word, position, " ") end
print(#"\u{20AC}\x41\z
       end", utf8.char(8364, 66), utf8.len("äöü"), "a" < "b", "Z" < "a")
print(string.unpack("<i4", string.pack("<i4", -2)), tostring(12):len(), tonumber("0x1p4"), tonumber("zz", 36))

section "numbers"
print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, 2 ^ 0.5, 1 / 0, -1 / 0, 0 / 0 ~= 0 / 0, 3 | 4, 7 & 2, 5 ~ 1, ~0, 1 << 62, -1 >> 60)
print(math.maxinteger + 1 == math.mininteger, math.type(1), math.type(1.0), math.tointeger(3.0), 10 / 2, 1e15, 2 ^ 53, 123456789012345678)
print(math.floor(-3.5), math.ceil(-3.5), math.fmod(-7, 3), math.abs(-2), math.max(1, 5, 3), math.ult(1, -1), 0.1 + 0.2, 100 // 1e-3)

section "tables"
local list = {}
for i = 1, 200 do list[i] = (i * 7919) % 211 end
table.sort(list, function(a, b) return a > b end)
print(#list, list[1], list[100], list[200], table.concat(list, " ", 1, 10), select("#", table.unpack(list, 1, 50)))
local removed = table.remove(list, 1); table.insert(list, 3, "three"); table.move(list, 1, 3, 5)
print(removed, list[3], list[5], list[7], next({}), #{1, 2, nil, 4} >= 2, rawlen({1, 2}), rawequal(list, list))
local names = {}
for key, value in pairs({a = 1, b = 2, c = 3, [1.5] = 4, [true] = 5}) do names[#names + 1] = tostring(key) .. value end
table.sort(names); print(table.concat(names, ","))

section "closures"
local function counter(step)
  local n = 0
  return function(...) n = n + step + select("#", ...); return n end, function() return n end
end
local up, now = counter(3); up(); up(1, 2); print(now(), (counter(1))())
local function y(f) return (function(x) return x(x) end)(function(x) return f(function(...) return x(x)(...) end) end) end
print(y(function(self) return function(n) return n == 0 and 1 or n * self(n - 1) end end)(20))
local function tail(n) if n == 0 then return "deep" end return tail(n - 1) end
print(tail(100000))

section "metatables"
local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return setmetatable({x = a.x + b.x}, Vector) end
Vector.__eq = function(a, b) return a.x == b.x end
Vector.__lt = function(a, b) return a.x < b.x end
Vector.__call = function(self, k) return self.x * k end
Vector.__tostring = function(self) return "<" .. self.x .. ">" end
Vector.__concat = function(a, b) return tostring(a) .. "&" .. tostring(b) end
Vector.__len = function() return 77 end
Vector.__close = function(self) print("closed " .. tostring(self)) end
local v, w = setmetatable({x = 2}, Vector), setmetatable({x = 3}, Vector)
print(tostring(v + w), v == w, v < w, v(21), v .. w, #v)
do local c <close> = w; local k <const> = 5; print(k) end
local proxy = setmetatable({}, {__index = function(_, key) return key .. "?" end, __newindex = function(t, k, val) rawset(t, k, val * 2) end})
proxy.n = 21; print(proxy.n, proxy.other)

section "errors"
print(pcall(error, {code = 7}), select(2, pcall(error, "text", 0)), pcall(function() local x = nil; return x.field end))
print(xpcall(function() error("inner") end, function(message) return "handled: " .. message end))
print(select(2, pcall(string.rep, "x", -1)), pcall(string.format, "%d", "1.5"), pcall(setmetatable, 1))
local function overflow() return 1 + overflow() end
print((select(2, pcall(overflow)):match("stack overflow")))
for level = 1, 3 do
  print(level, pcall(function() local ok, why = pcall(error, "a" .. level); error(why .. "b", 0) end))
end

section "coroutines"
local producer = coroutine.wrap(function(a) for i = a, a + 3 do a = coroutine.yield(i, a) or a end return "done" end)
print(producer(5)); print(producer(1)); print(producer()); print(producer()); print(producer())
local failing = coroutine.create(function() coroutine.yield(1); error("broken") end)
print(coroutine.resume(failing)); print(coroutine.resume(failing)); print(coroutine.resume(failing)); print(coroutine.status(failing))
print(coroutine.wrap(function() return pcall(function() coroutine.yield("across pcall"); error("after") end) end)())
local function permute(a, n) if n == 0 then coroutine.yield(table.concat(a)) else for i = 1, n do a[n], a[i] = a[i], a[n]; permute(a, n - 1); a[n], a[i] = a[i], a[n] end end end
local all = {}
for p in coroutine.wrap(function() permute({"a", "b", "c", "d"}, 4) end) do all[#all + 1] = p end
print(#all, all[1], all[24])

section "goto and load"
do
  local i = 1
  ::top:: if i <= 3 then io.write(i, " "); i = i + 1; goto top end
  for k = 1, 5 do if k % 2 == 0 then goto continue end io.write(k, " ") ::continue:: end
  print()
end
print(load("return ... * 2", "chunk", "t", {})(21), load("syntax error here"))
local dumped = load(string.dump(function(n) return n + 1 end), "dumped", "b"); print(dumped(41))

section "garbage"
local weak = setmetatable({}, {__mode = "v"})
for i = 1, 1000 do weak[i] = {i} end
collectgarbage(); collectgarbage("generational"); collectgarbage("incremental")
local alive = 0; for _ in pairs(weak) do alive = alive + 1 end
print(alive)
setmetatable({}, {__gc = function() print("finalized") end}); collectgarbage()
print(os.time({year = 2020, month = 1, day = 1, hour = 12}) > 0, os.date("!%Y-%m-%d", 0), os.getenv("NO_SUCH_VARIABLE"))
local file = io.tmpfile(); file:write("line 1\nline 2\n3.5"); file:seek("set")
print(file:read("l", "L", "n")); file:close(); print(pcall(file.read, file))
print("all of it was run")

//! The frameworks that tests are written for, each in its own words.
//!
//! A file of tests is put together in one way; what differs is how a test begins, how something is claimed, and who runs the tests. Two
//! of the frameworks are C++, so the file is too, and what it calls may be C all the same.

/// Which framework the file is written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flavour {
    /// `assert` of the C library.
    #[default]
    Assert,
    /// CMocka.
    Cmocka,
    /// Unity of Throw The Switch.
    Unity,
    /// GoogleTest.
    Gtest,
    /// Catch2, its second or third version.
    Catch2,
}

/// What a test is called: what it is about, and which case of it. Words are joined by underscores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<'a> {
    /// Empty for a whole program.
    pub(super) about: &'a str,
    pub(super) case: &'a str,
}

/// What is claimed of something that a test sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// An integer or an enumerator has this value.
    Integer { what: String, value: String },
    /// Something else has this value.
    Same { what: String, value: String },
    /// A text, up to its end.
    Text { what: String, text: String },
    /// So many bytes of memory.
    Bytes { what: String, expected: String, n: usize },
    /// No number.
    NotANumber { what: String },
    /// A pointer that leads somewhere.
    NotNull { what: String },
    /// Any other condition.
    Holds { condition: String },
}

impl Claim {
    /// The claim as a condition in C.
    fn condition(&self) -> String {
        match self {
            Claim::Integer { what, value } if value == "true" => what.clone(),
            Claim::Integer { what, value } if value == "false" => format!("!{what}"),
            Claim::Integer { what, value } | Claim::Same { what, value } => format!("{what} == {value}"),
            Claim::Text { what, text } => format!("strcmp({what}, {text}) == 0"),
            Claim::Bytes { what, expected, n } => format!("memcmp({what}, {expected}, {n}) == 0"),
            Claim::NotANumber { what } => format!("isnan({what})"),
            Claim::NotNull { what } => format!("{what} != NULL"),
            Claim::Holds { condition } => condition.clone(),
        }
    }
}

/// How a test ends that runs in a process of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Apart {
    /// By coming back.
    Returns,
    /// With this status.
    Exits(i32),
    /// By this signal.
    Dies(i32),
    /// With another status than 0, or by a signal.
    Fails,
}

/// What `end_of_test` is, where tests run in a process of their own.
const END_OF: &str = "
/* How a test ends in a process of its own: its exit status, or minus the signal. */
static int end_of_test(void (*test)(void))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        test();
        _exit(0);
    }
    assert(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
";

/// Catch2 of either version; the second brings its `main` by a macro, the third by a library.
const CATCH2: &str = "#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
";

impl Flavour {
    /// Is the file C++?
    pub(super) fn is_cpp(self) -> bool {
        matches!(self, Flavour::Gtest | Flavour::Catch2)
    }

    pub(super) fn library(self) -> &'static str {
        match self {
            Flavour::Assert => "",
            Flavour::Cmocka => " -lcmocka",
            Flavour::Unity => " unity.c",
            Flavour::Gtest => " -lgtest -lgtest_main -pthread",
            Flavour::Catch2 => " $(pkg-config --silence-errors --libs catch2-with-main)",
        }
    }

    pub(super) fn includes(self) -> &'static str {
        match self {
            Flavour::Assert => "",
            Flavour::Cmocka => "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <cmocka.h>\n",
            Flavour::Unity => "#include \"unity.h\"\n",
            Flavour::Gtest => "#include <gtest/gtest.h>\n",
            Flavour::Catch2 => CATCH2,
        }
    }

    pub(super) fn fixtures(self) -> &'static str {
        match self {
            Flavour::Unity => "\nvoid setUp(void)\n{\n}\n\nvoid tearDown(void)\n{\n}\n",
            Flavour::Assert | Flavour::Cmocka | Flavour::Gtest | Flavour::Catch2 => "",
        }
    }

    /// How a test is found by who runs it: the name of its function, or its title.
    pub(super) fn name(self, named: Named) -> String {
        let Named { about, case } = named;
        match self {
            Flavour::Gtest => format!("{}, {}", joined_words(&words(about)), joined_words(case)),
            Flavour::Catch2 => format!("{about}: {}", case.replace('_', " ")),
            _ if about.is_empty() => format!("test_{case}"),
            _ => format!("test_{}_{case}", words(about)),
        }
    }

    /// The beginning of a test.
    pub(super) fn head(self, named: Named) -> String {
        let name = self.name(named);
        match self {
            Flavour::Cmocka => format!("static void {name}(void **state)\n{{\n    (void)state;\n"),
            Flavour::Assert | Flavour::Unity => format!("static void {name}(void)\n{{\n"),
            Flavour::Gtest => format!("TEST({name})\n{{\n"),
            Flavour::Catch2 => format!("TEST_CASE(\"{name}\")\n{{\n"),
        }
    }

    /// The statement that a test makes of a claim.
    pub(super) fn says(self, claim: &Claim) -> String {
        match self {
            Flavour::Assert => format!("assert({});", claim.condition()),
            Flavour::Cmocka => match claim {
                Claim::Integer { what, value } => format!("assert_int_equal({what}, {value});"),
                _ => format!("assert_true({});", claim.condition()),
            },
            Flavour::Unity => match claim {
                Claim::Integer { what, value } => format!("TEST_ASSERT_EQUAL_INT({value}, {what});"),
                _ => format!("TEST_ASSERT_TRUE({});", claim.condition()),
            },
            Flavour::Gtest => by_gtest(claim),
            Flavour::Catch2 => by_catch2(claim),
        }
    }

    /// The claim that a call throws: this type, or anything.
    pub(super) fn throws(self, call: &str, what: Option<&str>) -> String {
        match (self, what) {
            (Flavour::Gtest, Some(what)) => format!("EXPECT_THROW({call}, {what});"),
            (Flavour::Gtest, None) => format!("EXPECT_ANY_THROW({call});"),
            (Flavour::Catch2, Some(what)) => format!("CHECK_THROWS_AS({call}, {what});"),
            (Flavour::Catch2, None) => format!("CHECK_THROWS({call});"),
            (_, Some(what)) => format!("assert(throws<{what}>([&] {{ {call}; }}));"),
            (_, None) => format!("assert(throws_anything([&] {{ {call}; }}));"),
        }
    }

    /// The claim about how something ends in a process of its own: a function of the test, by name, or for GoogleTest a statement.
    pub(super) fn ends(self, started: &str, how: Apart) -> String {
        if self == Flavour::Gtest {
            return match how {
                Apart::Returns => {
                    format!("EXPECT_EXIT({{ {started}; _exit(0); }}, testing::ExitedWithCode(0), \"\");")
                }
                Apart::Exits(n) => format!("EXPECT_EXIT({started}, testing::ExitedWithCode({n}), \"\");"),
                Apart::Dies(n) => format!("EXPECT_EXIT({started}, testing::KilledBySignal({n}), \"\");"),
                Apart::Fails => format!("EXPECT_DEATH({started}, \"\");"),
            };
        }
        let ended = format!("end_of_test({started})");
        self.says(&match how {
            Apart::Returns => Claim::Integer { what: ended, value: "0".into() },
            Apart::Exits(status) => Claim::Integer { what: ended, value: status.to_string() },
            Apart::Dies(number) => Claim::Integer { what: ended, value: format!("-{number}") },
            Apart::Fails => Claim::Holds { condition: format!("{ended} != 0") },
        })
    }

    /// The function `end_of_test` of [`Flavour::ends`]. Catch2 would report signals in the process that they are meant for.
    pub(super) fn end_of(self) -> String {
        let before = match self {
            Flavour::Catch2 => {
                "        for (int number : { SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGTERM })\n            signal(number, SIG_DFL);\n"
            }
            _ => "",
        };
        END_OF.replace("        test();\n", &format!("{before}        test();\n"))
    }

    /// The line of `main` that runs a test; nothing where tests are found without it.
    pub(super) fn run(self, named: Named) -> String {
        let name = self.name(named);
        match self {
            Flavour::Assert => format!("    {name}();\n"),
            Flavour::Cmocka => format!("        cmocka_unit_test({name}),\n"),
            Flavour::Unity => format!("    RUN_TEST({name});\n"),
            Flavour::Gtest | Flavour::Catch2 => String::new(),
        }
    }

    /// The function that runs all tests; nothing where the framework has it.
    pub(super) fn main(self, name: &str, lines: &str) -> String {
        let (before, after) = match self {
            Flavour::Assert => ("", "    puts(\"all tests passed\");\n    return 0;\n"),
            Flavour::Cmocka => (
                "    const struct CMUnitTest tests[] = {\n",
                "    };\n    return cmocka_run_group_tests(tests, NULL, NULL);\n",
            ),
            Flavour::Unity => ("    UNITY_BEGIN();\n", "    return UNITY_END();\n"),
            Flavour::Gtest | Flavour::Catch2 => return String::new(),
        };
        format!("\nint {name}(void)\n{{\n{before}{lines}{after}}}\n")
    }
}

fn by_gtest(claim: &Claim) -> String {
    match claim {
        Claim::Integer { what, value } if value == "true" => format!("EXPECT_TRUE({what});"),
        Claim::Integer { what, value } if value == "false" => format!("EXPECT_FALSE({what});"),
        Claim::Integer { what, value } | Claim::Same { what, value } => format!("EXPECT_EQ({what}, {value});"),
        Claim::Text { what, text } => format!("EXPECT_STREQ({what}, {text});"),
        Claim::Bytes { what, expected, n } => format!("EXPECT_EQ(memcmp({what}, {expected}, {n}), 0);"),
        Claim::NotNull { what } => format!("EXPECT_NE({what}, nullptr);"),
        Claim::NotANumber { .. } | Claim::Holds { .. } => format!("EXPECT_TRUE({});", claim.condition()),
    }
}

fn by_catch2(claim: &Claim) -> String {
    match claim {
        Claim::Integer { what, value } if value == "true" => format!("CHECK({what});"),
        Claim::Integer { what, value } if value == "false" => format!("CHECK_FALSE({what});"),
        Claim::Text { what, text } => format!("CHECK(std::string({what}) == {text});"),
        Claim::NotNull { what } => format!("CHECK({what} != nullptr);"),
        _ => format!("CHECK({});", claim.condition()),
    }
}

/// The words of a name of C++, with underscores between: `geo::biggest<int>` as `geo_biggest_int`.
pub(super) fn words(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_")
}

/// `line_7_true` as `Line7True`: GoogleTest keeps underscores for itself.
fn joined_words(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    name.split('_').map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_named_as_each_framework_wants() {
        let named = Named { about: "name_of", case: "line_7_true" };
        assert_eq!(Flavour::Gtest.head(named), "TEST(NameOf, Line7True)\n{\n");
        assert_eq!(Flavour::Catch2.head(named), "TEST_CASE(\"name_of: line 7 true\")\n{\n");
        let of_cxx = Named { about: "geo::biggest<int>", case: "line_7_true" };
        assert_eq!(Flavour::Gtest.head(of_cxx), "TEST(GeoBiggestInt, Line7True)\n{\n");
        assert_eq!(Flavour::Unity.run(named), "    RUN_TEST(test_name_of_line_7_true);\n");
    }

    #[test]
    fn claims_are_made_in_each_frameworks_words() {
        let is_true = Claim::Integer { what: "f(1)".into(), value: "true".into() };
        assert_eq!(Flavour::Gtest.says(&is_true), "EXPECT_TRUE(f(1));");
        assert_eq!(Flavour::Assert.says(&is_true), "assert(f(1));");
        let text = Claim::Text { what: "f(1)".into(), text: "\"a\"".into() };
        assert_eq!(Flavour::Gtest.says(&text), "EXPECT_STREQ(f(1), \"a\");");
        assert_eq!(Flavour::Catch2.says(&text), "CHECK(std::string(f(1)) == \"a\");");
        assert_eq!(Flavour::Cmocka.says(&text), "assert_true(strcmp(f(1), \"a\") == 0);");
    }
}

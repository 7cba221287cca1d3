package dev.agenthost.context.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.skill.SkillFile;
import dev.agenthost.protocol.store.skill.SkillLimits;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkillRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"greet", "0", "a-b-", "a123456789012345678901234567890123456789012345678901234567890123"})
    void validNames(String name) {
        Skill skill = Skills.of("w", name);
        assertThat(SkillRules.check(skill)).isSameAs(skill);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Greet",
                "-a",
                "a_b",
                "a b",
                "a/b",
                "..",
                "ä",
                "a\n",
                "a1234567890123456789012345678901234567890123456789012345678901234"
            })
    void invalidNames(String name) {
        assertThat(breach(Skills.of("w", name))).isEqualTo("name");
    }

    @Test
    void tooLongTextsAreRefused() {
        String full = "é".repeat(SkillLimits.INSTRUCTIONS_BYTES / 2);
        SkillRules.check(Skills.described("d".repeat(100), "d".repeat(1024), full));

        assertThat(breach(Skills.described("d".repeat(101), "d", "i"))).isEqualTo("display_name");
        assertThat(breach(Skills.described("a\nb", "d", "i"))).isEqualTo("display_name");
        assertThat(breach(Skills.described(" ", "d", "i"))).isEqualTo("display_name");
        assertThat(breach(Skills.described(null, "d".repeat(1025), "i"))).isEqualTo("description");
        assertThat(breach(Skills.described(null, "d", full + "x"))).isEqualTo("instructions");
        assertThat(breach(Skills.described(null, "a\0b", "i"))).isEqualTo("description");
        assertThat(breach(Skills.described(null, "d", "a\0b"))).isEqualTo("instructions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.txt", "scripts/run.sh", "_a/b-c/d.e"})
    void validPaths(String path) {
        SkillRules.check(Skills.with(List.of(new SkillFile(path, ""))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../a", "a/../b", "a//b", "a/", ".hidden", "a b", "a\\b", "a\0"})
    void invalidPaths(String path) {
        assertThat(breach(Skills.with(List.of(new SkillFile("ok", ""), new SkillFile(path, "")))))
                .isEqualTo("files[1].path");
    }

    @Test
    void filesAreLimitedAndHaveDistinctPaths() {
        assertThat(breach(Skills.with(List.of(new SkillFile("a", "1"), new SkillFile("a", "2")))))
                .isEqualTo("files[1].path");
        assertThat(breach(Skills.with(List.of(new SkillFile("a", "x\0"))))).isEqualTo("files[0].content");
        assertThat(breach(Skills.with(IntStream.range(0, 33)
                        .mapToObj(i -> new SkillFile("f" + i, ""))
                        .toList())))
                .isEqualTo("files");
        String most = "x".repeat(SkillLimits.FILES_BYTES - 1);
        SkillRules.check(Skills.with(List.of(new SkillFile("a", most))));
        assertThat(breach(Skills.with(List.of(new SkillFile("ab", most))))).isEqualTo("files");
    }

    private static String breach(Skill skill) {
        return catchThrowableOfType(InvalidFieldException.class, () -> SkillRules.check(skill))
                .field();
    }
}

package dev.agenthost.context.skill.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.agenthost.context.skill.SkillDocument;
import dev.agenthost.platform.rest.ProblemException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkillMarkdownTest {
    @Test
    void frontMatterAndInstructionsAreASkill() {
        SkillDocument skill = read(
                "---\nname: greet\ndescription: >\n  How to\n  greet: kindly.\nlicense: MIT\n---\n\n# Greet\n\n---\nSay hello.\n");

        assertThat(skill.name()).isEqualTo("greet");
        assertThat(skill.description().strip()).isEqualTo("How to greet: kindly.");
        assertThat(skill.instructions()).isEqualTo("# Greet\n\n---\nSay hello.");
        assertThat(skill.files()).isEmpty();
        assertThat(read("\uFEFF---\r\ndescription: d\r\n---\r\ni").instructions())
                .isEqualTo("i");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# No front matter",
                "---\ndescription: d\n",
                " ---\ndescription: d\n---\ni",
                "---\ndescription: [\n---\ni",
                "---\n&a [*a]\n---\ni",
                "---\njust a text\n---\ni"
            })
    void anInvalidFileIsRefused(String text) {
        assertThat(refusal(text).problem().status()).isEqualTo(400);
    }

    @Test
    void missingFieldsAreNamed() {
        assertThat(refusal("---\nname: greet\n---\ni").problem().field()).isEqualTo("description");
        assertThat(refusal("---\ndescription: d\n---\n \n").problem().field()).isEqualTo("instructions");
        assertThat(refusal("---\ndescription: d\nx: " + "y".repeat(20_000) + "\n---\ni")
                        .problem()
                        .detail())
                .contains("16 KiB");
    }

    private static SkillDocument read(String text) {
        return SkillMarkdown.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ProblemException refusal(String text) {
        return catchThrowableOfType(ProblemException.class, () -> read(text));
    }
}

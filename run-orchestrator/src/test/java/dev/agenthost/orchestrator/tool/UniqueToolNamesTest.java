package dev.agenthost.orchestrator.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class UniqueToolNamesTest {
    private static final Pattern TAKEN = Pattern.compile("^[A-Za-z0-9_-]{1,64}$");

    @Test
    void keepsAPlainName() {
        assertThat(UniqueToolNames.of("files", "read_file")).isEqualTo("files__read_file");
        assertThat(UniqueToolNames.of("web-1", "get-page")).isEqualTo("web-1__get-page");
    }

    @Test
    void everyNameIsAValidFunctionName() {
        for (String tool : List.of("a.b", "a/b", "読む", "x".repeat(128), " ", "a b", "q".repeat(57))) {
            assertThat(UniqueToolNames.of("server", tool)).matches(TAKEN);
        }
    }

    @Test
    void differentToolsNeverShareAName() {
        assertThat(UniqueToolNames.of("s", "a.b")).isNotEqualTo(UniqueToolNames.of("s", "a_b"));
        assertThat(UniqueToolNames.of("s", "a.b")).isNotEqualTo(UniqueToolNames.of("s", "a/b"));
        assertThat(UniqueToolNames.of("s", "x".repeat(90) + "1"))
                .isNotEqualTo(UniqueToolNames.of("s", "x".repeat(90) + "2"));
        assertThat(UniqueToolNames.of("s", "_b")).isNotEqualTo(UniqueToolNames.of("s", "b"));
    }

    @Test
    void theSameToolHasTheSameNameEveryTime() {
        assertThat(UniqueToolNames.of("s", "a.b")).isEqualTo(UniqueToolNames.of("s", "a.b"));
    }
}

package dev.agenthost.orchestrator.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ToolNamesTest {
    private static final Pattern TAKEN = Pattern.compile("^[A-Za-z0-9_-]{1,64}$");

    @Test
    void aPlainNameStaysReadable() {
        assertThat(ToolNames.of("files", "read_file")).isEqualTo("files__read_file");
        assertThat(ToolNames.of("web-1", "get-page")).isEqualTo("web-1__get-page");
    }

    @Test
    void everyNameIsOneThatProvidersTake() {
        for (String tool : List.of("a.b", "a/b", "読む", "x".repeat(128), " ", "a b", "q".repeat(57))) {
            assertThat(ToolNames.of("server", tool)).matches(TAKEN);
        }
    }

    @Test
    void differentToolsNeverShareAName() {
        assertThat(ToolNames.of("s", "a.b")).isNotEqualTo(ToolNames.of("s", "a_b"));
        assertThat(ToolNames.of("s", "a.b")).isNotEqualTo(ToolNames.of("s", "a/b"));
        assertThat(ToolNames.of("s", "x".repeat(90) + "1")).isNotEqualTo(ToolNames.of("s", "x".repeat(90) + "2"));
        assertThat(ToolNames.of("s", "_b")).isNotEqualTo(ToolNames.of("s", "b"));
    }

    @Test
    void theSameToolHasTheSameNameEveryTime() {
        assertThat(ToolNames.of("s", "a.b")).isEqualTo(ToolNames.of("s", "a.b"));
    }
}

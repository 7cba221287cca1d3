package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpgradeKeysTest {
    @Test
    void readsBothHeadersHoweverOftenTheyCome() {
        assertThat(shown(
                        "X-LangBot-Plugin-Debug-Key",
                        "a",
                        "x-langbot-plugin-debug-key",
                        " b ",
                        "Authorization",
                        "Bearer c"))
                .containsExactly("a", "b", "c");
    }

    @Test
    void theSchemeIsReadInAnyCase() {
        assertThat(shown("authorization", "bearer  a")).containsExactly("a");
        assertThat(shown("Authorization", "BEARER a")).containsExactly("a");
    }

    @Test
    void whatShowsNothingIsNotShown() {
        assertThat(shown()).isEmpty();
        assertThat(shown("Authorization", "Bearer ", "Authorization", "Bearer", "X-LangBot-Plugin-Debug-Key", "  "))
                .isEmpty();
    }

    @Test
    void anotherSchemeIsShownWhole() {
        assertThat(shown("Authorization", "Basic YTpi")).containsExactly("Basic YTpi");
    }

    private static List<String> shown(String... headers) {
        MultiMap all = MultiMap.caseInsensitiveMultiMap();
        for (int i = 0; i < headers.length; i += 2) {
            all.add(headers[i], headers[i + 1]);
        }
        return UpgradeKeys.of(all);
    }
}

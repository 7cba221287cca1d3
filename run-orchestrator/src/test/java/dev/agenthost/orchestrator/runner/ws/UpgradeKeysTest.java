package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpgradeKeysTest {
    @Test
    void readsAllValuesOfBothHeaders() {
        assertThat(presented(
                        "X-LangBot-Plugin-Debug-Key",
                        "a",
                        "x-langbot-plugin-debug-key",
                        " b ",
                        "Authorization",
                        "Bearer c"))
                .containsExactly("a", "b", "c");
    }

    @Test
    void ignoresTheCaseOfTheScheme() {
        assertThat(presented("authorization", "bearer  a")).containsExactly("a");
        assertThat(presented("Authorization", "BEARER a")).containsExactly("a");
    }

    @Test
    void ignoresEmptyHeaders() {
        assertThat(presented()).isEmpty();
        assertThat(presented("Authorization", "Bearer ", "Authorization", "Bearer", "X-LangBot-Plugin-Debug-Key", "  "))
                .isEmpty();
    }

    @Test
    void returnsAnotherSchemeCompletely() {
        assertThat(presented("Authorization", "Basic YTpi")).containsExactly("Basic YTpi");
    }

    private static List<String> presented(String... headers) {
        MultiMap all = MultiMap.caseInsensitiveMultiMap();
        for (int i = 0; i < headers.length; i += 2) {
            all.add(headers[i], headers[i + 1]);
        }
        return UpgradeKeys.of(all);
    }
}

package dev.agenthost.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SecretsTest {
    private static final Secrets SECRETS =
            new Secrets(Map.of("ALL", "hush", "OURS", "still", "EMPTY", ""), Map.of("OURS", Set.of("acme")));

    @Test
    void whatNamesNoWorkspaceIsForAll() {
        assertThat(SECRETS.of("ALL", "acme")).isEqualTo("hush");
        assertThat(SECRETS.of("ALL", "other")).isEqualTo("hush");
    }

    @Test
    void anothersSecretIsAsOneThatIsNotThere() {
        assertThat(SECRETS.of("OURS", "acme")).isEqualTo("still");
        assertThat(SECRETS.of("OURS", "other")).isNull();
        assertThat(SECRETS.of("NONE", "acme")).isNull();
    }

    @Test
    void anEmptyOneIsNone() {
        assertThat(SECRETS.of("EMPTY", "acme")).isNull();
    }

    @Test
    void neverShowsOne() {
        assertThat(SECRETS).asString().contains("ALL").doesNotContain("hush").doesNotContain("still");
    }
}

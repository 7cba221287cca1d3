package dev.agenthost.orchestrator.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunnerKeyRingTest {
    /** SHA-256 of {@code secret}. */
    private static final String DIGEST = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

    private final RunnerKeyRing ring = new RunnerKeyRing(List.of(new RunnerKey(
            "one", DIGEST.toUpperCase(java.util.Locale.ROOT), Set.of("peer/*", "acme/bot"), Set.of("w1"))));

    @Test
    void findsAKeyByItsDigest() {
        assertThat(ring.find("secret")).map(RunnerKey::name).contains("one");
        assertThat(ring.find(" secret\n")).isPresent();
    }

    @Test
    void findsNoUnknownKey() {
        assertThat(ring.find("Secret")).isEmpty();
        assertThat(ring.find("")).isEmpty();
        assertThat(ring.find("  ")).isEmpty();
        assertThat(ring.find(DIGEST)).isEmpty();
    }

    @Test
    void aKeyIsLimitedToItsPluginsAndWorkspaces() {
        RunnerKey key = ring.find("secret").orElseThrow();

        assertThat(key.mayRegister("peer", "anything")).isTrue();
        assertThat(key.mayRegister("acme", "bot")).isTrue();
        assertThat(key.mayRegister("acme", "other")).isFalse();
        assertThat(key.mayRegister("peers", "x")).isFalse();
        assertThat(key.mayServe("w1")).isTrue();
        assertThat(key.mayServe("w2")).isFalse();
    }
}

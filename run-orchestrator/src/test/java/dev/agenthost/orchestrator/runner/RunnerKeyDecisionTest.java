package dev.agenthost.orchestrator.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunnerKeyDecisionTest {
    private static final RunnerKey ONE = new RunnerKey("one", "", Set.of("peer/*"), Set.of("w1"));
    private static final RunnerKey TWO = new RunnerKey("two", "", Set.of("*"), Set.of("*"));

    private boolean complete = true;
    private final RunnerKeyRing ring = new RunnerKeyRing(List.of(), new RunnerKeyRing.Issued() {
        @Override
        public Optional<RunnerKey> find(String secret) {
            return switch (secret) {
                case "first" -> Optional.of(ONE);
                case "second" -> Optional.of(TWO);
                default -> Optional.empty();
            };
        }

        @Override
        public boolean isRevoked(RunnerKey key) {
            return false;
        }

        @Override
        public boolean isComplete() {
            return complete;
        }
    });

    @Test
    void aMissingKeyMayFollow() {
        assertThat(of()).isEqualTo(new RunnerKeyDecision.Missing());
    }

    @Test
    void acceptsAKeyInSeveralHeaders() {
        assertThat(of("first")).isEqualTo(new RunnerKeyDecision.Accepted(ONE));
        assertThat(of("first", "first")).isEqualTo(new RunnerKeyDecision.Accepted(ONE));
    }

    @Test
    void rejectsAWrongKeyBesideAGoodOne() {
        assertThat(of("third")).isEqualTo(new RunnerKeyDecision.Rejected());
        assertThat(of("first", "third")).isEqualTo(new RunnerKeyDecision.Rejected());
        assertThat(of("third", "first")).isEqualTo(new RunnerKeyDecision.Rejected());
    }

    @Test
    void rejectsTwoDifferentKeys() {
        assertThat(of("first", "second")).isEqualTo(new RunnerKeyDecision.Rejected());
    }

    @Test
    void isUndecidedWhileKeysAreRead() {
        complete = false;

        assertThat(of("third")).isEqualTo(new RunnerKeyDecision.Undecided());
        assertThat(of("first")).isEqualTo(new RunnerKeyDecision.Accepted(ONE));
    }

    private RunnerKeyDecision of(String... presented) {
        return RunnerKeyDecision.of(List.of(presented), ring);
    }
}

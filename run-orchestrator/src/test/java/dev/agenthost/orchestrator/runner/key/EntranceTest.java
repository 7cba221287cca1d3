package dev.agenthost.orchestrator.runner.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EntranceTest {
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
    void whoShowsNoKeyMayShowItLater() {
        assertThat(of()).isEqualTo(new Entrance.Unshown());
    }

    @Test
    void aKeyOpensAsOftenAsItIsShown() {
        assertThat(of("first")).isEqualTo(new Entrance.Opens(ONE));
        assertThat(of("first", "first")).isEqualTo(new Entrance.Opens(ONE));
    }

    @Test
    void aWrongKeyOpensNothingBesideAGoodOneEither() {
        assertThat(of("third")).isEqualTo(new Entrance.Wrong());
        assertThat(of("first", "third")).isEqualTo(new Entrance.Wrong());
        assertThat(of("third", "first")).isEqualTo(new Entrance.Wrong());
    }

    @Test
    void twoGoodKeysAreNotOne() {
        assertThat(of("first", "second")).isEqualTo(new Entrance.Wrong());
    }

    @Test
    void aKeyThatIsNotFoundMayBeOneThatWasNotReadYet() {
        complete = false;

        assertThat(of("third")).isEqualTo(new Entrance.StillReading());
        assertThat(of("first")).isEqualTo(new Entrance.Opens(ONE));
    }

    private Entrance of(String... shown) {
        return Entrance.of(List.of(shown), ring);
    }
}

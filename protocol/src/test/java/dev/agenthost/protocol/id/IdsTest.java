package dev.agenthost.protocol.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {
    private static final UUID DNS = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");

    @Test
    void namesUuidsAsRfc9562Does() {
        assertThat(UuidV5.of(DNS, "www.example.com")).hasToString("2ed6657d-e927-568b-95e1-2665a8aea6a2");
        assertThat(UuidV5.of(DNS, "python.org")).hasToString("886313e1-3b8a-5372-9b90-0c9aee199e5d");
    }

    @Property
    void everyNameGivesAVersion5Uuid(@ForAll String name) {
        UUID id = UuidV5.of(DNS, name);
        assertThat(id.version()).isEqualTo(5);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(UuidV5.of(DNS, name)).isEqualTo(id);
    }

    @Test
    void idsDoNotChangeFromReleaseToRelease() {
        EventId event = EventIds.of("demo", "api", "demo", "ext-1");
        assertThat(event).hasToString("1a5ac0b7-86ef-5675-b596-236c85181d2c");
        RunId run = RunIds.of("demo", event, 0);
        assertThat(run).hasToString("eb791901-6450-5a96-897c-7f90b72b721a");
        assertThat(RunIds.seenByRunner(run, 2)).hasToString("acafca03-e01e-57d3-b39b-57da9f3c190d");
    }

    @Test
    void partsNeverRunTogether() {
        Set<EventId> ids = new HashSet<>();
        ids.add(EventIds.of("a", "b", "c", "d/e"));
        ids.add(EventIds.of("a", "b", "c/d", "e"));
        ids.add(EventIds.of("a", "b/c", "d", "e"));
        ids.add(EventIds.of("a/b", "c", "d", "e"));
        ids.add(EventIds.of("a", "b", "c%2Fd", "e"));
        assertThat(ids).hasSize(5);
    }

    @Test
    void aRerunAndAnotherWorkspaceAreOtherRuns() {
        EventId event = EventIds.of("w", "api", "b", "1");
        assertThat(Set.of(RunIds.of("w", event, 0), RunIds.of("w", event, 1), RunIds.of("x", event, 0)))
                .hasSize(3);
        assertThatIllegalArgumentException().isThrownBy(() -> RunIds.of("w", event, -1));
    }

    @Test
    void aRunnerOfALaterAttemptSeesAnotherId() {
        RunId run = RunIds.of("w", EventIds.of("w", "api", "b", "1"), 0);
        assertThat(RunIds.seenByRunner(run, 1)).isEqualTo(run);
        assertThat(Set.of(run, RunIds.seenByRunner(run, 2), RunIds.seenByRunner(run, 3)))
                .hasSize(3);
        assertThatIllegalArgumentException().isThrownBy(() -> RunIds.seenByRunner(run, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1-1-1-1-1",
                "2ed6657d-e927-568b-95e1-2665a8aea6a",
                "not a uuid",
                "2ed6657de927568b95e12665a8aea6a2"
            })
    void refusesWhatIsNoId(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> RunId.parse(text));
        assertThatIllegalArgumentException().isThrownBy(() -> EventId.parse(text));
    }

    @Property
    void runnerIdsReadWhatTheyWrite(
            @ForAll @StringLength(min = 1) String author,
            @ForAll @StringLength(min = 1) String name,
            @ForAll @StringLength(min = 1) String runner) {
        net.jqwik.api.Assume.that(isPart(author) && isPart(name) && isPart(runner));
        RunnerId id = new RunnerId(author, name, runner);
        assertThat(RunnerId.parse(id.toString())).isEqualTo(id);
    }

    private static boolean isPart(String text) {
        return !text.isBlank() && text.indexOf('/') < 0;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plugin:",
                "plugin:a/b",
                "plugin:a/b/c/d",
                "plugin:a//c",
                "plugin:/b/c",
                "builtin:a/b/c",
                "a/b/c",
                "plugin:a/b/ "
            })
    void refusesWhatIsNoRunnerId(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> RunnerId.parse(text));
    }
}

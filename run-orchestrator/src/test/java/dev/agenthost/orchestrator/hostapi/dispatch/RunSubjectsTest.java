package dev.agenthost.orchestrator.hostapi.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunSubjectsTest {
    private final RunId run = new RunId(UUID.randomUUID());

    @Test
    void hasBindingActorAndSubject() {
        assertThat(RunSubjects.of(ClaimedRuns.binding(), ClaimedRuns.message()))
                .isEqualTo(new RunSubjects("b1", "u1", "message/m1"));
        assertThat(RunSubjects.of(ClaimedRuns.binding(), ClaimedRuns.message()).owner("w", run, "bot", "c", null))
                .isEqualTo(new ArtifactOwner("w", run, "bot", "c", null, "b1", "u1", "message/m1"));
    }

    @Test
    void hasNoActorWithoutOne() {
        assertThat(RunSubjects.of(ClaimedRuns.binding(), ClaimedRuns.schedule()))
                .isEqualTo(new RunSubjects("b1", null, null));
    }

    @Test
    void subjectsOfDifferentTypesDiffer() {
        assertThat(ArtifactOwner.subject("a/b", "c")).isNotEqualTo(ArtifactOwner.subject("a", "b/c"));
        assertThat(ArtifactOwner.subject("order", "7")).isNotEqualTo(ArtifactOwner.subject("user", "7"));
    }
}

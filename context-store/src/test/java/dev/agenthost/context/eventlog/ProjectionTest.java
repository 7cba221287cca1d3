package dev.agenthost.context.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.intake.DecodedRecord;
import dev.agenthost.context.intake.RecordReader;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.protocol.topic.Topics;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProjectionTest {
    @Test
    void aPersonsTextIsAnEntryOfTheUser() {
        EventEnvelope event = Records.said(Records.conversation("c"), "hello");

        TranscriptEntry entry = Projection.of(logged(event));

        assertThat(entry.role()).isEqualTo("user");
        assertThat(entry.content()).isEqualTo("hello");
        assertThat(entry.contentJson()).isNull();
        assertThat(entry.eventId()).isEqualTo(event.eventId().toString());
        assertThat(entry.at()).isEqualTo(event.receivedAt());
        assertThat(entry.metadata().path("actor_name").textValue()).isEqualTo("Ada");
    }

    @Test
    void anImageIsStoredAsAReferenceWithoutItsBytes() {
        AgentInput input = new AgentInput(
                null,
                List.of(new ContentElement("image_base64", null, null, "AAAA", null, null, null)),
                List.of(new ArtifactRef("a1", "image", "image/png", 3L, "x.png", "base64", null, "AAAA", null)));

        TranscriptEntry entry =
                Projection.of(logged(Records.event(Records.conversation("c"), "message.received", input)));

        assertThat(entry.content()).isNull();
        assertThat(entry.contentJson()).hasToString("{\"role\":\"user\",\"content\":[{\"type\":\"image_base64\"}]}");
        assertThat(entry.artifactRefs().get(0).path("artifact_id").textValue()).isEqualTo("a1");
        assertThat(entry.artifactRefs().get(0).has("content")).isFalse();
        assertThat(entry.metadata().path("content_redacted").booleanValue()).isTrue();
    }

    @Test
    void theResponseToAQuestionAndTheTaskOfAnotherAgentAreEntriesOfTheUser() {
        for (String type : List.of("interaction.submitted", "delegation.requested")) {
            LogEntry entry = logged(Records.event(Records.conversation("c"), type, AgentInput.text("Approve")));

            assertThat(entry.isMessage()).as(type).isTrue();
            assertThat(Projection.of(entry).role()).isEqualTo("user");
            assertThat(Projection.of(entry).content()).isEqualTo("Approve");
        }
    }

    @Test
    void anEventOfAnotherTypeIsNoMessage() {
        assertThat(logged(Records.event(Records.conversation("c"), "group.member_joined", AgentInput.text("joined")))
                        .isMessage())
                .isFalse();
        assertThat(logged(Records.event(Records.conversation("c"), "message.received", AgentInput.empty()))
                        .isMessage())
                .isFalse();
    }

    @Test
    void isDeterministic() {
        LogEntry entry = logged(Records.said(Records.conversation("c"), "hello"));

        assertThat(Projection.of(entry)).isEqualTo(Projection.of(entry));
    }

    private static LogEntry logged(EventEnvelope event) {
        return RecordReader.read(Records.at(Topics.EVENTS, 0, 0, event)).reading()
                        instanceof DecodedRecord.Entry(LogEntry entry)
                ? entry
                : null;
    }
}

package dev.agenthost.context.intake;

import static dev.agenthost.context.fixture.Records.NOW;
import static dev.agenthost.context.fixture.Records.completed;
import static dev.agenthost.context.fixture.Records.delta;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.Projection;
import dev.agenthost.context.eventlog.TranscriptEntry;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ResultPlanTest {
    private static final RecordPosition SOURCE = new RecordPosition(Topics.RUN_RESULTS, 0, 0);

    private final EventEnvelope event = Records.said(Records.conversation("c"), "hello");
    private final Map<RunKey, AppliedResults> marks = new HashMap<>();
    private final List<LogEntry> log = new ArrayList<>();

    @Test
    void eachMessageIsSaidOnceAndDeltasAreNeverStored() {
        apply(results(
                event, 1, 1, started(event, null), delta("he"), delta("llo"), message("hello"), completed("hello")));

        assertThat(said()).containsExactly("hello");
        assertThat(log).extracting(LogEntry::type).containsExactly("run.started", "message.completed", "run.completed");
        assertThat(log)
                .extracting(LogEntry::eventId)
                .containsOnly(event.eventId().toString());
    }

    @Test
    void ofActionsTheViewsOfGraphsAreNeverStored() {
        apply(results(
                event,
                1,
                1,
                started(event, null),
                action("ui.projection"),
                action("message.edit"),
                completed("hello")));

        assertThat(log).extracting(LogEntry::type).containsExactly("run.started", "action.requested", "run.completed");
        assertThat(log.get(1).data().path("action").asText()).isEqualTo("message.edit");
    }

    @Test
    void aFinalMessageThatWasNotSaidYetIsSaid() {
        apply(results(event, 1, 1, started(event, null), message("one"), completed("two")));

        assertThat(said()).containsExactly("one", "two");
    }

    @Test
    void whatWasMadeBelongsToTheMessageThatFollowsAlsoInALaterBatch() {
        apply(results(event, 1, 1, started(event, null), artifact("a1"), message("one"), artifact("a2")));
        apply(results(event, 1, 5, artifact("a3"), message("two"), completed("two")));

        assertThat(entries()).containsExactly("message one [a1]", "message two [a2, a3]");
    }

    @Test
    void whatNoMessageFollowsIsAnEntryOfItsOwnAtTheEnd() {
        apply(results(event, 1, 1, started(event, null), message("one"), artifact("a1"), completed("one")));

        assertThat(entries()).containsExactly("message one []", "artifact null [a1]");
        assertThat(log.getLast().isMessage()).isTrue();
    }

    @Test
    void aLaterAttemptHasNothingOfWhatAnEarlierOneMade() {
        apply(results(event, 1, 1, started(event, null), artifact("a1")));
        apply(results(event, 2, 1, started(event, null), message("one"), completed("one")));

        assertThat(entries()).containsExactly("message one []");
    }

    @Test
    void manyThingsMadeBeforeAMessageAreEntriesOfTheirOwnAndNoneIsForgotten() {
        for (int i = 1; i <= 2 * AppliedResults.PENDING_ARTIFACTS + 10; i++) {
            apply(results(event, 1, i, artifact("a" + i)));
        }
        apply(results(event, 1, 1000, message("one")));

        List<TranscriptEntry> said =
                log.stream().filter(LogEntry::isMessage).map(Projection::of).toList();
        assertThat(said)
                .extracting(TranscriptEntry::itemType)
                .containsExactly(TranscriptEntry.ARTIFACT, TranscriptEntry.ARTIFACT, TranscriptEntry.MESSAGE);
        assertThat(said)
                .extracting(entry -> entry.artifactRefs().size())
                .containsExactly(AppliedResults.PENDING_ARTIFACTS, AppliedResults.PENDING_ARTIFACTS, 10);
        assertThat(said.stream().flatMap(entry -> entry.artifactRefs().findValuesAsText("artifact_id").stream()))
                .hasSize(2 * AppliedResults.PENDING_ARTIFACTS + 10)
                .doesNotHaveDuplicates();
        assertThat(said).extracting(TranscriptEntry::transcriptId).doesNotHaveDuplicates();
    }

    @Test
    void aMessageRefersToItsPartsThatWereKept() throws Exception {
        Message picture = new Message("assistant", null, ProtocolCodec.mapper().readTree("""
                                [{"type":"text","text":"see"},
                                 {"type":"image_base64","image_base64":"QUJD","artifact_id":"p1","sha256":"ff"}]
                                """), null, null, null, null);
        apply(results(event, 1, 1, started(event, null), artifact("a1"), new MessageCompleted(picture)));

        assertThat(entries()).containsExactly("message see [a1, p1]");
        assertThat(log.getLast().data().at("/message/content/1").toString())
                .isEqualTo("{\"type\":\"image_base64\",\"artifact_id\":\"p1\",\"sha256\":\"ff\"}");
    }

    private List<String> entries() {
        return log.stream()
                .filter(LogEntry::isMessage)
                .map(Projection::of)
                .map(entry -> entry.itemType() + " " + entry.content() + " "
                        + entry.artifactRefs().findValuesAsText("artifact_id"))
                .toList();
    }

    private static ArtifactCreated artifact(String id) {
        return new ArtifactCreated("file", id, "text/plain", null, 5L, null, Records.object(), null);
    }

    /** A runner with a journal says its note in the first attempt alone. */
    @Test
    void aMessageThatALaterAttemptRepeatsIsSaidOnce() {
        apply(results(event, 1, 1, started(event, null), message("note"), message("answer")));
        apply(results(event, 2, 1, started(event, null), message("answer")));
        apply(results(event, 3, 1, started(event, null), message("note"), completed("answer")));

        assertThat(said()).containsExactly("note", "answer");
        assertThat(log)
                .extracting(LogEntry::type)
                .as("each attempt is on record")
                .filteredOn("message.completed"::equals)
                .hasSize(4);
    }

    @Test
    void aMessageThatALaterAttemptChangesIsSaid() {
        apply(results(event, 1, 1, started(event, null), message("one"), message("two")));
        apply(results(event, 2, 1, started(event, null), message("other"), message("ok"), message("ok")));
        apply(results(event, 3, 1, started(event, null), message("two"), message("ok"), completed("ok")));

        assertThat(said()).containsExactly("one", "two", "other", "ok", "ok");
    }

    @Test
    void progressIsStoredWithTheMessagesOfEarlierAttempts() {
        MessageFingerprints lost = MessageFingerprints.NONE.with("a").with("b").startAttempt();

        assertThat(MessageFingerprints.parse(lost.toString())).isEqualTo(lost);
        assertThat(MessageFingerprints.parse(lost.with("a").toString())).isEqualTo(lost.with("a"));
        assertThat(MessageFingerprints.parse(lost.with("c").toString())).isEqualTo(lost.with("c"));
        assertThat(MessageFingerprints.parse("")).isEqualTo(MessageFingerprints.NONE);
    }

    @Test
    void anotherMessageOfTheSameWordsIsAnotherMessage() {
        apply(results(event, 1, 1, started(event, null), message("ok"), message("ok"), completed("ok")));

        assertThat(said()).containsExactly("ok", "ok");
    }

    @Test
    void dropsRepetitionsAndWhatASupersededAttemptStillSays() {
        apply(results(event, 1, 1, started(event, null), message("first")));
        apply(results(event, 1, 1, started(event, null), message("first")));
        apply(results(event, 2, 1, started(event, null), message("second")));
        apply(results(event, 1, 3, message("late")));

        assertThat(said()).containsExactly("first", "second");
    }

    @Test
    void nothingFollowsTheEnd() {
        apply(results(event, 1, 1, started(event, null), completed(null)));
        apply(results(event, 1, 3, message("after")));
        apply(results(event, 2, 1, started(event, null), message("after")));

        assertThat(said()).isEmpty();
        assertThat(log).hasSize(2);
    }

    @Test
    void aFailureIsLoggedAndSaysNothing() {
        apply(results(event, 1, 1, started(event, null), failed()));

        assertThat(log).extracting(LogEntry::type).containsExactly("run.started", "run.failed");
        assertThat(said()).isEmpty();
    }

    @Property(tries = 100)
    void anyRepetitionsAndLateCopiesGiveTheSameLog(@ForAll Random random) {
        List<RunResults> once = List.of(
                results(event, 1, 1, started(event, null), delta("a")),
                results(event, 1, 3, message("a"), message("b")),
                results(event, 2, 1, started(event, null), message("c")),
                results(event, 2, 3, completed("d")));
        once.forEach(this::apply);
        List<String> expected = said();
        log.clear();
        marks.clear();

        for (int next = 0; next < once.size(); next++) {
            apply(once.get(next));
            apply(once.get(random.nextInt(next + 1)));
        }

        assertThat(said()).isEqualTo(expected);
    }

    private static ResultPayload action(String name) {
        return new ActionRequested(name, null, JsonNodeFactory.instance.objectNode());
    }

    private void apply(RunResults results) {
        ResultPlan plan = ResultPlan.of(List.of(new RunResultsRecord(results, SOURCE, NOW)), marks);
        marks.putAll(plan.moved());
        log.addAll(plan.entries());
    }

    private List<String> said() {
        return log.stream()
                .filter(LogEntry::isMessage)
                .map(entry -> Projection.of(entry).content())
                .toList();
    }

    private static ResultPayload failed() {
        return new RunFailed("runner.error", "inside", false, null);
    }
}

package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes inside a message are stored as artifacts of its run, and the message is published even if that fails. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class MessageBytesOverSocketTest extends HostApiCase {
    private static final String PUT = "/internal/v1/artifacts/put";
    private static final String STOP = "{\"finish_reason\":\"stop\"}";
    private static final String PICTURE =
            "{\"type\":\"image_base64\",\"image_base64\":\"data:text/plain;base64,YWJj\"}";

    @Test
    void eachPartIsKeptAndNamesItsArtifact() {
        says(PICTURE + ",{\"type\":\"file_base64\",\"file_base64\":\"ZGVm\",\"file_name\":\"d.txt\"}");
        plugin.result(runRequest, "run.completed", STOP, 2);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        JsonNode content = content();
        assertThat(content.at("/0/text").asText()).isEqualTo("see");
        assertThat(content.get(1).toString())
                .isEqualTo(
                        "{\"type\":\"image_base64\",\"image_base64\":\"data:text/plain;base64,YWJj\","
                                + "\"artifact_id\":\"host-result/1/part/1\",\"mime_type\":\"text/plain\",\"size_bytes\":3,\"sha256\":\"ba7816bf\"}");
        assertThat(content.at("/2/artifact_id").asText()).isEqualTo("host-result/1/part/2");
        List<JsonNode> puts = puts();
        assertThat(puts)
                .extracting(put -> put.path("operation_id").asText())
                .containsExactly("1/result/1/part/1", "1/result/1/part/2");
        assertThat(puts).extracting(put -> put.path("content_base64").asText()).containsExactly("YWJj", "ZGVm");
        assertThat(puts).extracting(put -> put.path("artifact_type").asText()).containsExactly("image", "file");
        assertThat(puts.getFirst().path("mime_type").asText()).isEqualTo("text/plain");
        assertThat(puts.getFirst().has("artifact_id")).isFalse();
        assertThat(puts.getLast().path("name").asText()).isEqualTo("d.txt");
        assertThat(puts.getFirst().at("/owner/run_id").asText())
                .isEqualTo(run.runId().toString());
        assertThat(RunnerHalf.ScriptedOwnership.TOUCHED).contains(run.runId());
    }

    @Test
    void theLastMessageOfARunIsKeptAndSaidBeforeItEnds() {
        plugin.result(
                runRequest,
                "run.completed",
                "{\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":[" + PICTURE + "]}}",
                1);

        assertThat(sink.ending()).isEqualTo(new ExecutionOutcome.Completed(new RunCompleted("stop", null), null));
        assertThat(content().at("/0/artifact_id").asText()).isEqualTo("host-result/1/part/1");
    }

    @Test
    void whatIsRefusedCostsItsBytesAndNotTheMessage() {
        FakeContextStore.TROUBLE.put(PUT, new FakeContextStore.Problem(413, "payload_too_large"));
        says(PICTURE);
        plugin.result(runRequest, "run.completed", STOP, 2);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(content())
                .isEqualTo(
                        json(
                                "[{\"type\":\"text\",\"text\":\"see\"},{\"type\":\"image_base64\",\"omitted\":\"payload_too_large\"}]"));
    }

    @Test
    void thoseBeyondSixtyFourAreNotKept() {
        says(String.join(",", Collections.nCopies(65, PICTURE)));
        plugin.result(runRequest, "run.completed", STOP, 2);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(puts()).hasSize(64);
        assertThat(content().at("/64/artifact_id").asText()).isEqualTo("host-result/1/part/64");
        assertThat(content().get(65)).isEqualTo(json("{\"type\":\"image_base64\",\"omitted\":\"payload_too_large\"}"));
    }

    @Test
    void contextStoreIsAskedAgainForTheSameAndWhatComesAfterWaits() {
        FakeContextStore.TROUBLE.put(PUT, new FakeContextStore.Problem(500, "runtime_error"));
        says(PICTURE);
        plugin.result(runRequest, "run.completed", STOP, 2);
        eventually(() -> puts().size() > 1);
        assertThat(sink.isOpen()).isTrue();
        FakeContextStore.TROUBLE.clear();

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(content().at("/1/artifact_id").asText()).isEqualTo("host-result/1/part/1");
        assertThat(puts()).extracting(put -> put.path("operation_id").asText()).containsOnly("1/result/1/part/1");
    }

    @Test
    void aMessageDoesNotWaitForAContextStoreThatStaysAway() {
        FakeContextStore.TROUBLE.put(PUT, new FakeContextStore.Problem(500, "runtime_error"));
        says(PICTURE + "," + PICTURE);
        plugin.result(runRequest, "run.completed", STOP, 2);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(content())
                .as("as it came")
                .isEqualTo(json("[{\"type\":\"text\",\"text\":\"see\"}," + PICTURE + "," + PICTURE + "]"));
        assertThat(puts())
                .extracting(put -> put.path("operation_id").asText())
                .as("nobody is asked for those after it")
                .containsOnly("1/result/1/part/1");
    }

    @Test
    void aRunThatIsSealedMeanwhileSaysTheMessageAsItCame() {
        FakeContextStore.TROUBLE.put(PUT, new FakeContextStore.Problem(500, "runtime_error"));
        says(PICTURE);
        eventually(() -> !puts().isEmpty());

        List<ResultPayload> closing = execution.seal();

        assertThat(closing).singleElement().isInstanceOfSatisfying(MessageCompleted.class, message -> assertThat(
                        message.message().content().get(1))
                .isEqualTo(json(PICTURE)));
    }

    @Test
    void aFenceInContextStoreEndsTheExecution() {
        FakeContextStore.TROUBLE.put(PUT, new FakeContextStore.Problem(409, "conflict"));
        says(PICTURE);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Superseded.class);
        assertThat(sink.results()).isEmpty();
    }

    @Test
    void aCancelledRunKeepsNothingAndSaysItAsItCame() {
        execution.cancel(FailureCode.CANCELLED);
        says(PICTURE);
        plugin.result(runRequest, "run.completed", STOP, 2);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(content().get(1)).isEqualTo(json(PICTURE));
        assertThat(puts()).isEmpty();
    }

    private void says(String parts) {
        plugin.result(
                runRequest,
                "message.completed",
                "{\"message\":{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"see\"}," + parts
                        + "]}}",
                1);
    }

    /** The artifacts that this run stored; an earlier run may still send a request. */
    private List<JsonNode> puts() {
        return FakeContextStore.requests("/artifacts/put").stream()
                .filter(put ->
                        put.at("/owner/run_id").asText().equals(run.runId().toString()))
                .toList();
    }

    private JsonNode content() {
        assertThat(sink.results()).hasSize(1);
        return ((MessageCompleted) sink.results().getFirst()).message().content();
    }
}

package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.lifecycle.attempt.ExecutedRun;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A run under way on a scripted plugin, which calls the host. */
abstract class HostApiCase extends SocketCase {
    final CollectingSink sink = new CollectingSink();
    ClaimedRun run = ClaimedRuns.claimed();
    ScriptedPlugin plugin;
    ExecutedRun execution;
    JsonNode runRequest;

    @BeforeEach
    void aRunIsUnderWay() {
        plugin = ready();
        start(run);
    }

    @AfterEach
    void itsConnectionEnds() {
        plugin.close();
        execution.close();
    }

    void start(ClaimedRun claimed) {
        run = claimed;
        execution = sink.execute(executor, claimed);
        runRequest = plugin.next("run_agent");
    }

    /** In place of the plugin that is there, and of the run on it. */
    void aPluginThatAsksForArtifacts() {
        aPluginThatIs(HostApiCase::mayAsk);
    }

    /** In place of the plugin that is there, and of the run on it. @param changed the component of its runner */
    void aPluginThatIs(Consumer<JsonNode> changed) {
        execution.close();
        plugin.close();
        eventually(() -> executor.room().isEmpty());
        ObjectNode registration = ScriptedPlugin.registration("peer", "probe-runner", RunnerHalf.KEY);
        ObjectNode container = PluginRecording.container().deepCopy();
        changed.accept(registration.at("/plugin_container/components/0"));
        changed.accept(container.at("/components/0"));
        plugin = ScriptedPlugin.ready(vertx, address.getPort(), RunnerHalf.KEY, registration, container);
        eventually(() -> room() == 128);
    }

    /** With a plugin that declares artifacts, and a binding that allows these APIs. */
    void startWhereArtifactsMayBeRead(List<String> hostApis) {
        aPluginThatAsksForArtifacts();
        ResourcePolicy policy =
                new ResourcePolicy(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), hostApis, null);
        BindingSnapshot binding = ClaimedRuns.binding(
                policy, StatePolicy.defaults(), DeliveryPolicy.defaults(), JsonNodeFactory.instance.objectNode());
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(), binding, 1, Instant.now().plusSeconds(60)));
    }

    /** One that declares that it counts tokens. */
    static void counting(JsonNode component) {
        ((ArrayNode) component.at("/manifest/manifest/spec/permissions/models")).add("count_tokens");
    }

    private static void mayAsk(JsonNode component) {
        ((ObjectNode) component.at("/manifest/manifest/spec/permissions"))
                .putArray("artifacts")
                .add("metadata")
                .add("read");
    }

    RunView view(Instant cancelRequestedAt) {
        return view(cancelRequestedAt, run.runId(), "conv-1");
    }

    RunView view(Instant cancelRequestedAt, RunId runId, String conversation) {
        return new RunView(
                runId,
                run.traceId(),
                run.resolution().event().eventId(),
                "bot-1",
                conversation,
                null,
                "running",
                1,
                ClaimedRuns.PROBE.toString(),
                "b1",
                "a1",
                Instant.now(),
                Instant.now(),
                run.deadlineAt(),
                cancelRequestedAt,
                null,
                null,
                null);
    }

    JsonNode data(String json) {
        ObjectNode data = json(json).deepCopy();
        return data.put("run_id", runRequest.at("/data/context/run_id").asText());
    }

    JsonNode served(String action, String json) {
        JsonNode answer = plugin.call(action, data(json));
        assertThat(answer.path("code").intValue()).as(answer.toString()).isZero();
        return answer.path("data");
    }

    String refused(String action, String json) {
        return error(plugin.call(action, data(json)));
    }

    static String error(JsonNode answer) {
        assertThat(answer.path("code").intValue()).as(answer.toString()).isEqualTo(1);
        return answer.at("/data/error/code").asText();
    }
}

package dev.agenthost.actiongraph.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import java.util.Set;

/** Results of actions. */
public final class ActionResults {
    private ActionResults() {}

    /** JSON with single quotes. */
    public static JsonNode json(String json) {
        try {
            return ProtocolCodec.readTree(json.replace('\'', '"'));
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public static JsonNode text(String text) {
        return JsonNodeFactory.instance.textNode(text);
    }

    /** A completed action with a summary, whose output is stored elsewhere. */
    public static ActionResult summarized(String id, String summary, String artifact) {
        return result(
                id, ActionStatus.COMPLETED, new ActionOutput(null, artifact, 10_000), ResultSummaries.of(summary));
    }

    /** A completed action with an output that is stored as an artifact, too. */
    public static ActionResult stored(JsonNode output, ResultSummaries summaries) {
        return result(
                "a", ActionStatus.COMPLETED, ActionOutput.inline(output).storedAs("artifact://run_1/a"), summaries);
    }

    /** A completed action with an output that is not stored. */
    public static ActionResult inline(JsonNode output, ResultSummaries summaries) {
        return result("a", ActionStatus.COMPLETED, ActionOutput.inline(output), summaries);
    }

    public static ActionResult failed(String code, String message) {
        return new ActionResult(
                "a",
                ActionStatus.FAILED,
                new ExecutorId(ExecutorType.TOOL, "read"),
                null,
                ActionOutput.NONE,
                ResultSummaries.NONE,
                new ActionFailure(code, message),
                Duration.ofMillis(5));
    }

    public static ActionPolicies policies(ResultPolicy result, Set<DataAudience> visibility, ResultGranularity finest) {
        ActionPolicies standard = ActionPolicies.of(result);
        return new ActionPolicies(
                standard.result(),
                standard.failure(),
                standard.approval(),
                standard.idempotency(),
                standard.sideEffects(),
                visibility,
                finest,
                standard.persist());
    }

    private static ActionResult result(String id, ActionStatus status, ActionOutput output, ResultSummaries summaries) {
        return new ActionResult(
                id,
                status,
                new ExecutorId(ExecutorType.TOOL, "read"),
                null,
                output,
                summaries,
                null,
                Duration.ofMillis(5));
    }
}

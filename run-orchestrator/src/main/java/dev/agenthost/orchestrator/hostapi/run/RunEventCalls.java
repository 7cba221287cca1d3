package dev.agenthost.orchestrator.hostapi.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.CallArguments;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.store.history.RunResultsAnswer;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import dev.agenthost.protocol.store.history.StoredResult;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code run_events_page}: the results, stored so far, of the run itself or of another run of its runner in the same conversation.
 * Cursors are positions.
 */
public final class RunEventCalls {
    private static final int MOST = 100;
    private static final int DEFAULT_LIMIT = 50;
    /** The fields of host results that a runner may read; the delivery of a run is not among them. */
    private static final Set<String> VISIBLE_FIELDS = Set.of(
            "event_id", "conversation_id", "thread_id", "runner_id", "started_at", "reason", "detail", "into_run_id");

    private static final Set<String> HOST_RESULTS = Set.of("run.started", "run.unanswered");

    private final ContextStore contextStore;
    private final RunCalls runs;

    public RunEventCalls(ContextStore contextStore, RunCalls runs) {
        this.contextStore = contextStore;
        this.runs = runs;
    }

    public Uni<HostCallResponse> page(RunSession session, JsonNode data) {
        if (Grant.check(session.grant(), new AccessRequest.RunEvents()) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        JsonNode direction = data.path("direction");
        boolean backward = direction.asText("").equals("backward");
        if (!backward && isPresent(direction) && !direction.asText("").equals("forward")) {
            return refused("direction must be forward or backward");
        }
        Optional<HostCallResponse> fault = CallArguments.faultOfNumber(data, "limit");
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        Optional<StreamPosition> before = cursor(data.path("before_cursor"));
        Optional<StreamPosition> after = cursor(data.path("after_cursor"));
        if (before.isEmpty() && isPresent(data.path("before_cursor"))) {
            return refused("before_cursor must be a cursor of an earlier page");
        }
        if (after.isEmpty() && isPresent(data.path("after_cursor"))) {
            return refused("after_cursor must be a cursor of an earlier page");
        }
        int limit = CallArguments.number(data, "limit", DEFAULT_LIMIT, MOST);
        return runs.find(session, data)
                .onItem()
                .transformToUni(found -> found.isEmpty()
                        ? Uni.createFrom().item(HostCallResponse.refused(FailureCode.NOT_FOUND, "Run not found"))
                        : contextStore
                                .results(new RunResultsQuestion(
                                        session.workspaceId(),
                                        found.get().runId(),
                                        after.orElse(null),
                                        before.orElse(null),
                                        backward,
                                        limit))
                                .map(answer -> HostCallResponse.of(
                                        answer,
                                        page -> new HostCallResponse.Served(
                                                page(name(session, found.get().runId()), page)))));
    }

    /** Returns the id of a run; the own run has the id that its runner knows. */
    private static String name(RunSession session, RunId run) {
        return (run.equals(session.runId()) ? session.seenRunId() : run).toString();
    }

    private static ObjectNode page(String run, RunResultsAnswer answer) {
        List<StoredResult> results = answer.items();
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        ArrayNode items = page.putArray("items");
        results.forEach(result -> items.add(item(run, result)));
        page.put("next_cursor", answer.hasMore() ? results.getLast().position().toString() : null);
        page.put(
                "prev_cursor",
                results.isEmpty() ? null : results.getFirst().position().toString());
        return page.put("has_more", answer.hasMore()).putNull("total_count");
    }

    static ObjectNode item(String run, StoredResult result) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        item.put("run_id", run);
        item.put("sequence", result.position().sequence());
        item.put("type", result.type());
        item.set(
                "data",
                HOST_RESULTS.contains(result.type()) ? result.data().deepCopy().retain(VISIBLE_FIELDS) : result.data());
        item.set("usage", usage(result.usage()));
        item.put("created_at", result.at().getEpochSecond());
        item.put("source", HOST_RESULTS.contains(result.type()) ? "host" : "runner");
        item.putObject("metadata").put("attempt", result.position().attempt());
        return item;
    }

    private static @Nullable JsonNode usage(@Nullable JsonNode usage) {
        return usage instanceof ObjectNode ? usage : null;
    }

    private static boolean isPresent(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static Optional<StreamPosition> cursor(JsonNode value) {
        try {
            return value.isTextual() ? Optional.of(StreamPosition.parse(value.textValue())) : Optional.empty();
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private static Uni<HostCallResponse> refused(String why) {
        return Uni.createFrom().item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}

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
import dev.agenthost.protocol.store.history.KeptResult;
import dev.agenthost.protocol.store.history.RunResultsAnswer;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code run_events_page}: what the run itself, or another of its runner's in the same conversation, has said, as far as it is
 * kept by now. Cursors are positions.
 */
public final class RunEventCalls {
    private static final int MOST = 100;
    private static final int USUAL = 50;
    /** Of the host's own results: where a run is delivered, and by what policy, is not its runner's business. */
    private static final Set<String> SHOWN = Set.of(
            "event_id", "conversation_id", "thread_id", "runner_id", "started_at", "reason", "detail", "into_run_id");

    private static final Set<String> HOSTS = Set.of("run.started", "run.unanswered");

    private final ContextStore memory;
    private final RunCalls runs;

    public RunEventCalls(ContextStore memory, RunCalls runs) {
        this.memory = memory;
        this.runs = runs;
    }

    public Uni<HostCallResponse> page(RunSession session, JsonNode data) {
        if (Grant.check(session.grant(), new AccessRequest.RunEvents()) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        JsonNode direction = data.path("direction");
        boolean backward = direction.asText("").equals("backward");
        if (!backward && said(direction) && !direction.asText("").equals("forward")) {
            return refused("direction is neither forward nor backward");
        }
        Optional<HostCallResponse> fault = CallArguments.faultOfNumber(data, "limit");
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        Optional<StreamPosition> before = cursor(data.path("before_cursor"));
        Optional<StreamPosition> after = cursor(data.path("after_cursor"));
        if (before.isEmpty() && said(data.path("before_cursor"))) {
            return refused("before_cursor is none that was given");
        }
        if (after.isEmpty() && said(data.path("after_cursor"))) {
            return refused("after_cursor is none that was given");
        }
        int limit = CallArguments.number(data, "limit", USUAL, MOST);
        return runs.find(session, data)
                .onItem()
                .transformToUni(found -> found.isEmpty()
                        ? Uni.createFrom().item(HostCallResponse.refused(FailureCode.NOT_FOUND, "Run not found"))
                        : memory.results(new RunResultsQuestion(
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

    /** Its own run is called as it was told that it is called. */
    private static String name(RunSession session, RunId run) {
        return (run.equals(session.runId()) ? session.seenRunId() : run).toString();
    }

    private static ObjectNode page(String run, RunResultsAnswer answer) {
        List<KeptResult> results = answer.items();
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        ArrayNode items = page.putArray("items");
        results.forEach(result -> items.add(item(run, result)));
        page.put("next_cursor", answer.hasMore() ? results.getLast().position().toString() : null);
        page.put(
                "prev_cursor",
                results.isEmpty() ? null : results.getFirst().position().toString());
        return page.put("has_more", answer.hasMore()).putNull("total_count");
    }

    static ObjectNode item(String run, KeptResult result) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        item.put("run_id", run);
        item.put("sequence", result.position().sequence());
        item.put("type", result.type());
        item.set(
                "data", HOSTS.contains(result.type()) ? result.data().deepCopy().retain(SHOWN) : result.data());
        item.set("usage", usage(result.usage()));
        item.put("created_at", result.at().getEpochSecond());
        item.put("source", HOSTS.contains(result.type()) ? "host" : "runner");
        item.putObject("metadata").put("attempt", result.position().attempt());
        return item;
    }

    private static @Nullable JsonNode usage(@Nullable JsonNode usage) {
        return usage instanceof ObjectNode ? usage : null;
    }

    private static boolean said(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static Optional<StreamPosition> cursor(JsonNode said) {
        try {
            return said.isTextual() ? Optional.of(StreamPosition.parse(said.textValue())) : Optional.empty();
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private static Uni<HostCallResponse> refused(String why) {
        return Uni.createFrom().item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}

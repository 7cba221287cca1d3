package dev.agenthost.orchestrator.hostapi.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.CallArguments;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.run.RunCursor;
import dev.agenthost.orchestrator.run.RunFilter;
import dev.agenthost.orchestrator.run.RunListQuery;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunStatus;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code run_list}: the runs of the caller's runner in the caller's conversation, newest first. */
public final class RunListCalls {
    private static final int MOST = 100;
    private static final int DEFAULT_LIMIT = 50;

    private final RunLookup lookup;

    public RunListCalls(RunLookup lookup) {
        this.lookup = lookup;
    }

    public Uni<HostCallResponse> page(RunSession session, JsonNode data, Instant now) {
        Grant grant = session.grant();
        if (Grant.check(grant, new AccessRequest.Runs()) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        Optional<HostCallResponse> fault = CallArguments.faultOfTexts(data, "conversation_id", "before_cursor")
                .or(() -> CallArguments.faultOfNumber(data, "limit"));
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        JsonNode conversation = data.path("conversation_id");
        if (conversation.isTextual() && !conversation.textValue().equals(grant.conversationId())) {
            return refused(FailureCode.UNAUTHORIZED, "This conversation is not accessible");
        }
        Optional<Set<RunStatus>> statuses = statuses(data.path("statuses"));
        if (statuses.isEmpty()) {
            return refused(FailureCode.INVALID_ARGUMENT, "statuses has an unknown status");
        }
        String cursor = data.path("before_cursor").textValue();
        Optional<RunCursor> before = cursor == null ? Optional.empty() : RunCursor.read(cursor);
        if (cursor != null && before.isEmpty()) {
            return refused(FailureCode.INVALID_ARGUMENT, "before_cursor must be a cursor of an earlier page");
        }
        int limit = CallArguments.number(data, "limit", DEFAULT_LIMIT, MOST);
        RunListQuery query = new RunListQuery(
                session.workspaceId(),
                RunFilter.of(session.runnerId(), session.conversationKey(), statuses.get()),
                before.orElse(null),
                limit + 1);
        return lookup.page(query).map(runs -> new HostCallResponse.Served(page(session, runs, limit, now)));
    }

    /** Builds the page; one run more than the limit means that there are more. */
    private static ObjectNode page(RunSession session, List<RunView> runs, int limit, Instant now) {
        List<RunView> visible = runs.subList(0, Math.min(limit, runs.size()));
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        ArrayNode items = page.putArray("items");
        visible.forEach(run -> items.add(AgentRuns.of(session, run, now)));
        boolean more = runs.size() > limit;
        page.put("next_cursor", more ? RunCursor.of(visible.getLast()).cursor() : null);
        // LangBot's page also has these; this API has no previous page and no total.
        page.putNull("prev_cursor").putNull("total_count");
        return page.put("has_more", more);
    }

    /** Returns the statuses, all if the value is absent; empty if one is unknown. */
    private static Optional<Set<RunStatus>> statuses(JsonNode names) {
        if (names.isMissingNode() || names.isNull()) {
            return Optional.of(RunFilter.ANY);
        }
        Set<RunStatus> statuses = EnumSet.noneOf(RunStatus.class);
        for (JsonNode status : names) {
            Optional<RunStatus> known = RunStatus.ofWire(status.asText(""));
            if (known.isEmpty()) {
                return Optional.empty();
            }
            statuses.add(known.get());
        }
        return names.isArray() ? Optional.of(statuses) : Optional.empty();
    }

    private static Uni<HostCallResponse> refused(FailureCode code, String why) {
        return Uni.createFrom().item(HostCallResponse.refused(code, why));
    }
}

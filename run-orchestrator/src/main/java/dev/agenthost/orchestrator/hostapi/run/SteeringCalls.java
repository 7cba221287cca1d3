package dev.agenthost.orchestrator.hostapi.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.SteeredInput;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.ItemTruncator;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.lifecycle.SteeredMessage;
import dev.agenthost.orchestrator.lifecycle.SteeringPlan;
import dev.agenthost.orchestrator.lifecycle.SteeringRepository;
import dev.agenthost.orchestrator.lifecycle.SteeringTarget;
import dev.agenthost.orchestrator.lifecycle.WaitingMessage;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code steering_pull}: the messages for the binding of the run that arrived while the run was active. */
public final class SteeringCalls {
    private static final int MOST = 100;
    private static final int DEFAULT_LIMIT = 20;
    /** The most bytes of the messages that one call reads, without the last message. */
    private static final int MOST_READ = 4 * 1024 * 1024;

    private static final int MOST_RETRIES = 60;

    private final SteeringRepository steering;
    private final RunLookup lookup;
    private final RunOwnership ownership;

    public SteeringCalls(SteeringRepository steering, RunLookup lookup, RunOwnership ownership) {
        this.steering = steering;
        this.lookup = lookup;
        this.ownership = ownership;
    }

    /**
     * Takes the messages that fit into one answer; the others stay for the next call. A message that is alone too large is truncated.
     *
     * @param operation the id of the call: a repetition of the call receives the same messages
     * @param mostBytes the size limit of the answer
     */
    public Uni<HostCallResponse> pull(RunSession session, JsonNode data, String operation, int mostBytes, Instant now) {
        if (Grant.check(session.grant(), new AccessRequest.Steering()) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        JsonNode mode = data.path("mode");
        boolean one = mode.asText("").equals("one");
        if (!one && !mode.isMissingNode() && !mode.isNull() && !mode.asText("").equals("all")) {
            return refused("mode must be all or one");
        }
        OptionalInt most = most(data.path("limit"));
        if (most.isEmpty()) {
            return refused("limit must be an integer from 1");
        }
        int limit = one ? 1 : most.getAsInt();
        return steering.waiting(target(session), operation, limit, Math.min(MOST_READ, mostBytes))
                .onItem()
                .transformToUni(waiting -> waiting.isEmpty()
                        ? Uni.createFrom().item(new HostCallResponse.Served(page(List.of())))
                        : deliver(session, waiting, limit, operation, mostBytes, now));
    }

    /** Returns the messages of a call whose response was not sent. */
    public void returnMessages(RunSession session, String operation) {
        steering.returnMessages(target(session), operation)
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .atMost(MOST_RETRIES)
                .subscribe()
                .with(done -> {}, why -> {});
    }

    private Uni<HostCallResponse> deliver(
            RunSession session, List<WaitingMessage> waiting, int most, String operation, int mostBytes, Instant now) {
        return lookup.find(session.workspaceId(), session.runId()).onItem().transformToUni(run -> {
            String binding = run.isEmpty() ? null : run.get().bindingId();
            List<WaitingMessage> selected = binding == null ? List.of() : SteeringPlan.choose(waiting, binding, most);
            return selected.isEmpty()
                    ? Uni.createFrom().item(new HostCallResponse.Served(page(List.of())))
                    : take(session, fittingPrefix(session, selected, mostBytes, now), operation, mostBytes, now);
        });
    }

    /** Returns the first messages that fit into one answer, at least one. */
    private static List<WaitingMessage> fittingPrefix(
            RunSession session, List<WaitingMessage> selected, int mostBytes, Instant now) {
        long bytes = JsonText.bytes(page(List.of()));
        int fit = 0;
        for (WaitingMessage message : selected) {
            bytes += JsonText.bytes(item(session, message, false, now)) + 1;
            if (bytes > mostBytes) {
                break;
            }
            fit++;
        }
        return selected.subList(0, Math.max(1, fit));
    }

    private Uni<HostCallResponse> take(
            RunSession session, List<WaitingMessage> selected, String operation, int mostBytes, Instant now) {
        SteeringTarget into = target(session);
        return ownership
                .touch(session.runId(), session.attempt())
                .onItem()
                .transformToUni(owned -> owned
                        ? steering.deliver(
                                        into,
                                        operation,
                                        selected.stream()
                                                .map(message -> SteeringPlan.inject(message, into, now))
                                                .toList())
                                .map(delivered -> response(session, selected, delivered, mostBytes, now))
                        : Uni.createFrom()
                                .item(HostCallResponse.refused(
                                        FailureCode.NOT_FOUND,
                                        "Run session " + session.seenRunId() + " not found or expired")));
    }

    private static HostCallResponse response(
            RunSession session,
            List<WaitingMessage> selected,
            Set<SteeredMessage> delivered,
            int mostBytes,
            Instant now) {
        Map<RunId, Boolean> redelivered =
                delivered.stream().collect(Collectors.toMap(SteeredMessage::runId, SteeredMessage::redelivered));
        List<WaitingMessage> messages = selected.stream()
                .filter(message -> redelivered.containsKey(message.runId()))
                .toList();
        JsonNode complete = page(messages.stream()
                .map(message -> item(session, message, redelivered.getOrDefault(message.runId(), false), now))
                .toList());
        JsonNode answer = JsonText.fits(complete, mostBytes)
                ? complete
                : ItemTruncator.of(HostAction.STEERING_PULL, complete, mostBytes)
                        .orElse(complete);
        return messages.isEmpty()
                ? new HostCallResponse.Served(answer)
                : new HostCallResponse.Served(answer, receipt(messages));
    }

    private static ObjectNode page(List<ObjectNode> items) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.putArray("items").addAll(items);
        return page;
    }

    private static ObjectNode item(RunSession session, WaitingMessage message, boolean redelivered, Instant now) {
        return SteeredInput.tree(session.seenRunId(), session.runnerId(), message.resolution(), redelivered, now);
    }

    /** Returns the audit detail, which names each message by the id of its own run. */
    private static String receipt(List<WaitingMessage> messages) {
        return messages.stream()
                .map(message -> message.runId().toString())
                .collect(Collectors.joining(" ", "steered ", ""));
    }

    private static SteeringTarget target(RunSession session) {
        return new SteeringTarget(
                new RunKey(session.workspaceId(), session.runId()),
                session.attempt(),
                session.conversationKey().value());
    }

    private static OptionalInt most(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return OptionalInt.of(DEFAULT_LIMIT);
        }
        return value.isIntegralNumber() && value.canConvertToInt() && value.intValue() >= 1
                ? OptionalInt.of(Math.min(value.intValue(), MOST))
                : OptionalInt.empty();
    }

    private static Uni<HostCallResponse> refused(String why) {
        return Uni.createFrom().item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}

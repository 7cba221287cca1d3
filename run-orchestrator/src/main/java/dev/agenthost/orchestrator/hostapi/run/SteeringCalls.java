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

/** {@code steering_pull}: the messages for the run's own binding that came while it was at work. */
public final class SteeringCalls {
    private static final int MOST = 100;
    private static final int USUAL = 20;
    /** Of the messages that one call reads, without the last. */
    private static final int MOST_READ = 4 * 1024 * 1024;

    private static final int MOST_TRIES = 60;

    private final SteeringRepository ledger;
    private final RunLookup lookup;
    private final RunOwnership ownership;

    public SteeringCalls(SteeringRepository ledger, RunLookup lookup, RunOwnership ownership) {
        this.ledger = ledger;
        this.lookup = lookup;
        this.ownership = ownership;
    }

    /**
     * Takes the messages that fit into one answer; the others stay for the next call. A message that is alone too large is truncated.
     *
     * @param operation the call's name: asked again under it, the same is taken
     * @param mostBytes of the answer
     */
    public Uni<HostCallResponse> pull(RunSession session, JsonNode data, String operation, int mostBytes, Instant now) {
        if (Grant.check(session.grant(), new AccessRequest.Steering()) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        JsonNode mode = data.path("mode");
        boolean one = mode.asText("").equals("one");
        if (!one && !mode.isMissingNode() && !mode.isNull() && !mode.asText("").equals("all")) {
            return refused("mode is neither all nor one");
        }
        OptionalInt most = most(data.path("limit"));
        if (most.isEmpty()) {
            return refused("limit is no number from 1 on");
        }
        int limit = one ? 1 : most.getAsInt();
        return ledger.waiting(target(session), operation, limit, Math.min(MOST_READ, mostBytes))
                .onItem()
                .transformToUni(waiting -> waiting.isEmpty()
                        ? Uni.createFrom().item(new HostCallResponse.Served(page(List.of())))
                        : chosen(session, waiting, limit, operation, mostBytes, now));
    }

    /** The answer to this call was never given: what it took, if it took anything, goes back. */
    public void giveBack(RunSession session, String operation) {
        ledger.giveBack(target(session), operation)
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .atMost(MOST_TRIES)
                .subscribe()
                .with(done -> {}, why -> {});
    }

    private Uni<HostCallResponse> chosen(
            RunSession session, List<WaitingMessage> waiting, int most, String operation, int mostBytes, Instant now) {
        return lookup.find(session.workspaceId(), session.runId()).onItem().transformToUni(run -> {
            String binding = run.isEmpty() ? null : run.get().bindingId();
            List<WaitingMessage> chosen = binding == null ? List.of() : SteeringPlan.choose(waiting, binding, most);
            return chosen.isEmpty()
                    ? Uni.createFrom().item(new HostCallResponse.Served(page(List.of())))
                    : take(session, fitting(session, chosen, mostBytes, now), operation, mostBytes, now);
        });
    }

    /** Returns the first of them, at least one, that one answer has room for. */
    private static List<WaitingMessage> fitting(
            RunSession session, List<WaitingMessage> chosen, int mostBytes, Instant now) {
        long bytes = JsonText.bytes(page(List.of()));
        int fit = 0;
        for (WaitingMessage message : chosen) {
            bytes += JsonText.bytes(item(session, message, false, now)) + 1;
            if (bytes > mostBytes) {
                break;
            }
            fit++;
        }
        return chosen.subList(0, Math.max(1, fit));
    }

    private Uni<HostCallResponse> take(
            RunSession session, List<WaitingMessage> chosen, String operation, int mostBytes, Instant now) {
        SteeringTarget into = target(session);
        return ownership
                .touch(session.runId(), session.attempt())
                .onItem()
                .transformToUni(ours -> ours
                        ? ledger.take(
                                        into,
                                        operation,
                                        chosen.stream()
                                                .map(message -> SteeringPlan.inject(message, into, now))
                                                .toList())
                                .map(taken -> handed(session, chosen, taken, mostBytes, now))
                        : Uni.createFrom()
                                .item(HostCallResponse.refused(
                                        FailureCode.NOT_FOUND,
                                        "Run session " + session.seenRunId() + " not found or expired")));
    }

    private static HostCallResponse handed(
            RunSession session, List<WaitingMessage> chosen, Set<SteeredMessage> taken, int mostBytes, Instant now) {
        Map<RunId, Boolean> again =
                taken.stream().collect(Collectors.toMap(SteeredMessage::runId, SteeredMessage::again));
        List<WaitingMessage> messages = chosen.stream()
                .filter(message -> again.containsKey(message.runId()))
                .toList();
        JsonNode whole = page(messages.stream()
                .map(message -> item(session, message, again.getOrDefault(message.runId(), false), now))
                .toList());
        JsonNode answer = JsonText.fits(whole, mostBytes)
                ? whole
                : ItemTruncator.of(HostAction.STEERING_PULL, whole, mostBytes).orElse(whole);
        return messages.isEmpty()
                ? new HostCallResponse.Served(answer)
                : new HostCallResponse.Served(answer, receipt(messages));
    }

    private static ObjectNode page(List<ObjectNode> items) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.putArray("items").addAll(items);
        return page;
    }

    private static ObjectNode item(RunSession session, WaitingMessage message, boolean again, Instant now) {
        return SteeredInput.tree(session.seenRunId(), session.runnerId(), message.resolution(), again, now);
    }

    /** For the audit: each message by the run that it would have become. */
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

    private static OptionalInt most(JsonNode said) {
        if (said.isMissingNode() || said.isNull()) {
            return OptionalInt.of(USUAL);
        }
        return said.isIntegralNumber() && said.canConvertToInt() && said.intValue() >= 1
                ? OptionalInt.of(Math.min(said.intValue(), MOST))
                : OptionalInt.empty();
    }

    private static Uni<HostCallResponse> refused(String why) {
        return Uni.createFrom().item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}

package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.interaction.Question;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.InteractionWithdrawal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code action.requested} with action {@code interaction.requested}: stores the question before a person sees it. The published result
 * has the question's time limit, those who may respond and the token that a response must name. {@code interaction.withdrawn} closes it.
 */
final class QuestionEffect {
    private static final int MOST_BYTES = 256 * 1024;
    private static final int MOST_ACTORS = 100;

    private QuestionEffect() {}

    static EffectPlan plan(
            ClaimedRun run,
            Grant grant,
            ActionRequested asked,
            InteractionRequest request,
            ResultDecision.Applies effect,
            Instant now) {
        if (Grant.check(grant, new AccessRequest.Interaction()) instanceof AccessDecision.Denied) {
            return new EffectPlan.Drop(FailureCode.UNAUTHORIZED, "of a question, which is not granted");
        }
        Long until = request.expiresAt();
        if (until != null && until <= now.getEpochSecond()) {
            return new EffectPlan.Drop(FailureCode.INVALID_ARGUMENT, "of a question that has expired already");
        }
        int bytes = ProtocolCodec.encode(request).length;
        if (bytes > MOST_BYTES) {
            return new EffectPlan.Drop(FailureCode.PAYLOAD_TOO_LARGE, "of a question larger than 256 KiB");
        }
        Question question = Question.of(run, request, actors(run, asked.target()), now);
        return new EffectPlan.StoreQuestion(bytes, question, token -> published(question, token, effect.result()));
    }

    /** The withdrawal of a question, which is published as it came. */
    static EffectPlan plan(
            ClaimedRun run, Grant grant, InteractionWithdrawal withdrawal, ResultDecision.Applies effect) {
        return Grant.check(grant, new AccessRequest.Interaction()) instanceof AccessDecision.Denied
                ? new EffectPlan.Drop(FailureCode.UNAUTHORIZED, "of a withdrawal, which is not granted")
                : new EffectPlan.WithdrawQuestion(run, withdrawal.interactionId(), effect.result());
    }

    /** Returns those whom the runner names ({@code target.actor_ids}); else the actor of the event; else nobody in particular. */
    private static List<String> actors(ClaimedRun run, @Nullable JsonNode target) {
        List<String> named = new ArrayList<>();
        if (target != null) {
            target.path("actor_ids").forEach(id -> {
                if (id.isTextual() && !id.textValue().isBlank() && named.size() < MOST_ACTORS) {
                    named.add(id.textValue());
                }
            });
        }
        ActorContext actor = run.resolution().event().actor();
        return !named.isEmpty() || actor == null || actor.actorId() == null ? named : List.of(actor.actorId());
    }

    private static PendingResult published(Question question, String token, PendingResult asked) {
        ObjectNode target = JsonNodeFactory.instance.objectNode();
        target.put("token", token);
        question.actors().forEach(target.withArrayProperty("actor_ids")::add);
        return new PendingResult(
                new ActionRequested(InteractionRequest.ACTION, target, ProtocolCodec.tree(question.request())),
                asked.timestamp(),
                asked.usage());
    }
}

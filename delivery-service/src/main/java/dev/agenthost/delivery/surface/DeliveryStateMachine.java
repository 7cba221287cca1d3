package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.RunUnanswered;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.run.DeliveryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Decides the next part of a run from its earlier parts.
 *
 * <pre>
 *  run.started ──► speaking                                   (Say the placeholder of the policy, if nothing was said yet)
 *                  speaking ──message.completed──► speaking   (Say, unless an older attempt said it at this place)
 *                     │──run.completed {message}──► over      (Say, unless this attempt said it already)
 *                     │──run.failed──► over                   (Say its plain sentence)
 *                     │──artifact.created, action.requested──► speaking (Quiet; goes with the next Say, where the surface takes it)
 *                     └──anything else──► as before           (Quiet)
 *  run.unanswered ──► over                                    (Say where its agent was busy, else Quiet)
 * </pre>
 *
 * Results come in order of position and none comes twice; the caller ensures both.
 */
public final class DeliveryStateMachine {

    /** An empty content in JSON, for its length: {@code ""} or {@code []}. */
    private static final String EMPTY = "[]";

    private DeliveryStateMachine() {}

    /** Returns the step for one result, on a surface with these abilities. */
    public static DeliveryStep next(DeliveryState state, ResultPayload result, SurfaceAbilities abilities) {
        DeliveryStep next = step(state, result, abilities);
        return next instanceof DeliveryStep.Say && !abilities.pushes() ? new DeliveryStep.Quiet(next.state()) : next;
    }

    private static DeliveryStep step(DeliveryState state, ResultPayload result, SurfaceAbilities abilities) {
        return switch (result) {
            case RunStarted started -> started(addressed(state, started), started.deliveryPolicy());
            case RunUnanswered unanswered -> unanswered(addressed(state, unanswered), unanswered);
            case MessageCompleted completed -> say(state, completed.message());
            case RunCompleted completed -> last(state, completed.message());
            case RunFailed failed -> fail(state, failed);
            case MessageDelta delta -> new DeliveryStep.Quiet(state);
            case ToolCallStarted started -> new DeliveryStep.Quiet(state);
            case ToolCallCompleted completed -> new DeliveryStep.Quiet(state);
            case ArtifactCreated created -> enclose(state, state.enclosed().with(created), abilities);
            case StateUpdated updated -> new DeliveryStep.Quiet(state);
            case ActionRequested requested ->
                enclose(state, state.enclosed().with(requested, state.context()), abilities);
        };
    }

    /** Sends the placeholder, unless an earlier attempt has sent a part. */
    private static DeliveryStep started(DeliveryState state, DeliveryPolicy policy) {
        String placeholder = policy.placeholder();
        return placeholder == null || state.parts() > 0
                ? new DeliveryStep.Quiet(state)
                : new DeliveryStep.Say(new Part(1, Part.Kind.PLACEHOLDER, placeholder, null), state.another());
    }

    /** Returns the state with the destination of the run, if this result carries it. */
    public static DeliveryState addressed(DeliveryState state, ResultPayload result) {
        if (result instanceof RunStarted started) {
            return state.begun(
                    started.eventId().value(),
                    started.botId(),
                    started.conversationId(),
                    started.threadId(),
                    started.delivery(),
                    started.deliveryPolicy());
        }
        return result instanceof RunUnanswered unanswered
                ? state.begun(
                        unanswered.eventId().value(),
                        unanswered.botId(),
                        unanswered.conversationId(),
                        unanswered.threadId(),
                        unanswered.delivery(),
                        unanswered.deliveryPolicy())
                : state;
    }

    /** Sends a failure text if the agent was busy; other unanswered events get no part. */
    private static DeliveryStep unanswered(DeliveryState state, RunUnanswered unanswered) {
        return FailureText.of(unanswered.reason())
                .<DeliveryStep>map(sentence -> new DeliveryStep.Say(
                        new Part(state.parts() + 1, Part.Kind.FAILURE, sentence, null), state.another()))
                .orElseGet(() -> new DeliveryStep.Quiet(state));
    }

    private static DeliveryStep say(DeliveryState state, Message message) {
        if (isSilent(message)) {
            return new DeliveryStep.Quiet(state);
        }
        String digest = digest(message);
        if (state.repeats(digest)) {
            return new DeliveryStep.Quiet(state.repeated());
        }
        Part part = new Part(state.parts() + 1, Part.Kind.MESSAGE, message.plainText(), message, state.enclosed());
        return new DeliveryStep.Say(part, state.saidNow(digest));
    }

    private static DeliveryStep last(DeliveryState state, @Nullable Message message) {
        return message == null || isSilent(message) || state.hasSaid(digest(message))
                ? alone(state)
                : say(state, message);
    }

    private static DeliveryStep enclose(DeliveryState state, PartAttachments enclosed, SurfaceAbilities abilities) {
        return new DeliveryStep.Quiet(abilities.encloses() ? state.enclosing(enclosed) : state);
    }

    /** Sends enclosures without a message as a part of their own, without text. An attempt that repeats an older one sends no part. */
    private static DeliveryStep alone(DeliveryState state) {
        if (state.enclosed().isEmpty()) {
            return new DeliveryStep.Quiet(state);
        }
        String digest = Sha256.hex(ProtocolCodec.encode(state.enclosed())).substring(0, 32);
        return state.repeats(digest)
                ? new DeliveryStep.Quiet(state.repeated())
                : new DeliveryStep.Say(
                        new Part(state.parts() + 1, Part.Kind.MESSAGE, "", null, state.enclosed()),
                        state.saidNow(digest));
    }

    private static DeliveryStep fail(DeliveryState state, RunFailed failed) {
        Part part = new Part(state.parts() + 1, Part.Kind.FAILURE, FailureText.of(failed, state.policy()), null);
        return new DeliveryStep.Say(part, state.another());
    }

    /** Returns true for a message without content for a person, such as one with tool calls only. */
    private static boolean isSilent(Message message) {
        return message.plainText().isEmpty() && content(message).length <= EMPTY.length();
    }

    private static String digest(Message message) {
        return Sha256.hex(content(message)).substring(0, 32);
    }

    private static byte[] content(Message message) {
        return ProtocolCodec.encode(message.content() == null ? "" : message.content());
    }
}

package dev.agenthost.delivery.surface;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.InteractionRequest;
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
 *  run.started ──► open                                   (SendPart: the placeholder, if the run has no part yet)
 *                  open ──message.completed──► open       (SendPart, unless only an older attempt sent it)
 *                    │──run.completed {message}──► ended  (SendPart, unless this attempt sent it already)
 *                    │──run.failed──► ended               (SendPart: the failure text)
 *                    │──artifact.created, action.requested──► open (SendNothing; attached to the next part if the surface accepts it)
 *                    ├──action.requested with a question──► open  (SendPart: its fallback text, unless the surface shows questions)
 *                    └──any other──► unchanged            (SendNothing)
 *  run.unanswered ──► ended                               (SendPart if the agent was busy, else SendNothing)
 * </pre>
 *
 * Results must be in order of position without repetitions; the caller ensures both.
 */
public final class DeliveryStateMachine {

    /** An empty content in JSON, for its length: {@code ""} or {@code []}. */
    private static final String EMPTY = "[]";

    private DeliveryStateMachine() {}

    /** Returns the step for one result, on a surface with these abilities. */
    public static DeliveryStep next(DeliveryState state, ResultPayload result, SurfaceAbilities abilities) {
        DeliveryStep next = step(state, result, abilities);
        return next instanceof DeliveryStep.SendPart && !abilities.pushes()
                ? new DeliveryStep.SendNothing(next.state())
                : next;
    }

    private static DeliveryStep step(DeliveryState state, ResultPayload result, SurfaceAbilities abilities) {
        return switch (result) {
            case RunStarted started -> started(addressed(state, started), started.deliveryPolicy());
            case RunUnanswered unanswered -> unanswered(addressed(state, unanswered), unanswered);
            case MessageCompleted completed -> message(state, completed.message());
            case RunCompleted completed -> finalMessage(state, completed.message());
            case RunFailed failed -> fail(state, failed);
            case MessageDelta delta -> new DeliveryStep.SendNothing(state);
            case ToolCallStarted started -> new DeliveryStep.SendNothing(state);
            case ToolCallCompleted completed -> new DeliveryStep.SendNothing(state);
            case ArtifactCreated created -> attach(state, state.attachments().with(created), abilities);
            case StateUpdated updated -> new DeliveryStep.SendNothing(state);
            case ActionRequested requested -> action(state, requested, abilities);
        };
    }

    /** Attaches the action to the next part. A question that the surface cannot show is a message with its fallback text. */
    private static DeliveryStep action(DeliveryState state, ActionRequested requested, SurfaceAbilities abilities) {
        PartAttachments attachments = state.attachments().with(requested, state.context());
        boolean isShown = abilities.acceptsAttachments() && !attachments.equals(state.attachments());
        JsonNode question = requested.action().equals(InteractionRequest.ACTION) ? requested.payload() : null;
        return question == null || isShown
                ? attach(state, attachments, abilities)
                : message(
                        state, Message.assistant(question.path("fallback_text").asText()));
    }

    /** Sends the placeholder, unless an earlier attempt has sent a part. */
    private static DeliveryStep started(DeliveryState state, DeliveryPolicy policy) {
        String placeholder = policy.placeholder();
        return placeholder == null || state.parts() > 0
                ? new DeliveryStep.SendNothing(state)
                : new DeliveryStep.SendPart(new Part(1, Part.Kind.PLACEHOLDER, placeholder, null), state.withPart());
    }

    /** Returns the state with the destination of the run, if this result carries it. */
    public static DeliveryState addressed(DeliveryState state, ResultPayload result) {
        if (result instanceof RunStarted started) {
            return state.startAttempt(
                    started.eventId().value(),
                    started.botId(),
                    started.conversationId(),
                    started.threadId(),
                    started.delivery(),
                    started.deliveryPolicy());
        }
        return result instanceof RunUnanswered unanswered
                ? state.startAttempt(
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
                .<DeliveryStep>map(sentence -> new DeliveryStep.SendPart(
                        new Part(state.parts() + 1, Part.Kind.FAILURE, sentence, null), state.withPart()))
                .orElseGet(() -> new DeliveryStep.SendNothing(state));
    }

    private static DeliveryStep message(DeliveryState state, Message message) {
        if (isEmpty(message)) {
            return new DeliveryStep.SendNothing(state);
        }
        String digest = digest(message);
        if (state.repeatsMessage(digest)) {
            return new DeliveryStep.SendNothing(state.withRepeatedMessage(digest));
        }
        Part part = new Part(state.parts() + 1, Part.Kind.MESSAGE, message.plainText(), message, state.attachments());
        return new DeliveryStep.SendPart(part, state.sent(digest));
    }

    private static DeliveryStep finalMessage(DeliveryState state, @Nullable Message message) {
        return message == null || isEmpty(message) || state.hasSent(digest(message))
                ? attachmentsOnly(state)
                : message(state, message);
    }

    private static DeliveryStep attach(DeliveryState state, PartAttachments attachments, SurfaceAbilities abilities) {
        return new DeliveryStep.SendNothing(
                abilities.acceptsAttachments() ? state.withAttachments(attachments) : state);
    }

    /** Sends enclosures without a message as a part of their own, without text. An attempt that repeats an older one sends no part. */
    private static DeliveryStep attachmentsOnly(DeliveryState state) {
        if (state.attachments().isEmpty()) {
            return new DeliveryStep.SendNothing(state);
        }
        String digest = Sha256.hex(ProtocolCodec.encode(state.attachments())).substring(0, 32);
        return state.repeatsMessage(digest)
                ? new DeliveryStep.SendNothing(state.withRepeatedMessage(digest))
                : new DeliveryStep.SendPart(
                        new Part(state.parts() + 1, Part.Kind.MESSAGE, "", null, state.attachments()),
                        state.sent(digest));
    }

    private static DeliveryStep fail(DeliveryState state, RunFailed failed) {
        Part part = new Part(state.parts() + 1, Part.Kind.FAILURE, FailureText.of(failed, state.policy()), null);
        return new DeliveryStep.SendPart(part, state.withPart());
    }

    /** Returns true for a message without content for a person, such as one with tool calls only. */
    private static boolean isEmpty(Message message) {
        return message.plainText().isEmpty() && content(message).length <= EMPTY.length();
    }

    private static String digest(Message message) {
        return Sha256.hex(content(message)).substring(0, 32);
    }

    private static byte[] content(Message message) {
        return ProtocolCodec.encode(message.content() == null ? "" : message.content());
    }
}

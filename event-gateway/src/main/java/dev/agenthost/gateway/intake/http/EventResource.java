package dev.agenthost.gateway.intake.http;

import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.RawPayload;
import dev.agenthost.gateway.inbound.UnknownMembers;
import dev.agenthost.gateway.intake.Acceptance;
import dev.agenthost.gateway.intake.AcceptanceSettings;
import dev.agenthost.gateway.intake.EventIntake;
import dev.agenthost.gateway.intake.IntakeResult;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome;
import dev.agenthost.platform.rest.JsonProblems;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.security.KeyRole;
import dev.agenthost.protocol.security.StreamTokenCodec;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The HTTP entrance of events. */
@Path("/api/v1/events")
@Tag(name = "events")
public class EventResource {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final RequestCaller caller;
    private final AdapterRegistry adapters;
    private final EventIntake intake;
    private final StreamTokenCodec tokens;
    private final AcceptanceSettings settings;
    private final InstantSource clock;

    EventResource(
            RequestCaller caller,
            AdapterRegistry adapters,
            EventIntake intake,
            StreamTokenCodec tokens,
            AcceptanceSettings settings,
            InstantSource clock) {
        this.caller = caller;
        this.adapters = adapters;
        this.intake = intake;
        this.tokens = tokens;
        this.settings = settings;
        this.clock = clock;
    }

    /** Accepts an event: 202 once Kafka has it, whatever becomes of it later. */
    @POST
    @RequiredRight(AccessRight.SAY)
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(
            operationId = "acceptEvent",
            summary = "Send an event",
            description = "Events with the same event_id and bot are one event, no matter how often they are sent.")
    @RequestBody(ref = "Event")
    @APIResponse(responseCode = "202", ref = "Accepted")
    @APIResponse(responseCode = "400", description = "The event is invalid; the problem names the field")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace or the bot of the event")
    @APIResponse(
            responseCode = "409",
            description =
                    "Another event was accepted under this event_id with a different type, actor, conversation or input. A replica that "
                            + "did not accept that event answers 202, and the stream reports event.conflict")
    @APIResponse(
            responseCode = "503",
            description = "Kafka is unavailable; send the event again with the same event_id")
    public Response accept(
            byte[] body,
            @Parameter(
                            description =
                                    "The W3C trace context of the caller, which the run continues. Default: a new trace.")
                    @HeaderParam("traceparent")
                    @Nullable
                    String traceparent)
            throws UndecodableException, InterruptedException {
        InboundMessage message = InboundMessage.bare(ProtocolCodec.readTree(body), traceparent);
        EventOrigin open = adapters.api(caller.workspaceId()).speakingFor(caller.speaksFor());
        EventOrigin origin = caller.role() == KeyRole.ADAPTER ? open.asAdapter() : open;
        return switch (EventNormalizer.normalise(
                message, origin, UUID.randomUUID().toString(), clock.instant())) {
            case NormalizationResult.Accepted(EventEnvelope envelope, RawPayload raw) ->
                accepted(envelope, raw, traceparent, UnknownMembers.warnings(message.body()));
            case NormalizationResult.Refused refused -> throw new ProblemException(problem(refused), null);
        };
    }

    private Response accepted(
            EventEnvelope envelope, RawPayload raw, @Nullable String traceparent, List<String> warnings)
            throws InterruptedException {
        return switch (intake.accept(envelope, raw, traceparent)) {
            case IntakeResult.Published(RawPayloadOutcome kept) ->
                Response.accepted(ProtocolCodec.encode(
                                Acceptance.of(envelope, tokens, envelope.receivedAt(), settings.streamTokenValidFor())
                                        .telling(kept)
                                        .warning(warnings)))
                        .type(MediaType.APPLICATION_JSON)
                        .build();
            case IntakeResult.Conflict() ->
                throw new ProblemException(
                        FailureCode.CONFLICT,
                        "Another event was accepted under this event_id. Send this one with another event_id.",
                        "event_id");
            case IntakeResult.Unavailable() ->
                throw new ProblemException(
                        Problem.withStatus(
                                503,
                                FailureCode.RUNTIME_ERROR,
                                "The event cannot be stored now. Send it again with the same event_id.",
                                null),
                        RETRY_AFTER);
        };
    }

    /** Another's workspace, and a bot that the key may not speak for, are answered as what does not exist. */
    private static Problem problem(NormalizationResult.Refused refused) {
        return refused.reason() == DeadLetterReason.FOREIGN
                ? Problem.of(FailureCode.NOT_FOUND, "The resource does not exist or is not visible to this key.", null)
                : JsonProblems.invalid("", refused.field(), refused.why());
    }
}

package dev.agenthost.delivery.takeover.http;

import dev.agenthost.delivery.takeover.ConversationAddress;
import dev.agenthost.delivery.takeover.OperatorMessage;
import dev.agenthost.delivery.takeover.OperatorMessageRepository;
import dev.agenthost.delivery.takeover.OperatorMessageRepository.PutOutcome;
import dev.agenthost.delivery.takeover.SentMessage;
import dev.agenthost.delivery.takeover.Takeover;
import dev.agenthost.delivery.takeover.TakeoverRepository;
import dev.agenthost.delivery.takeover.TakeoverService;
import dev.agenthost.delivery.takeover.TakeoverService.Outcome;
import dev.agenthost.delivery.takeover.TakeoverTerm;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Serves operators that answer in the conversation of a bot themselves. */
@Path("/api/v1/takeovers")
@Tag(name = "takeovers")
@Produces(MediaType.APPLICATION_JSON)
public class TakeoverResource {
    private static final String ONE = "{bot_id}/{conversation_id}";
    private static final int MESSAGES = 100;

    private final TakeoverService service;
    private final TakeoverRepository takeovers;
    private final OperatorMessageRepository messages;
    private final RequestCaller caller;
    private final Clock clock;

    TakeoverResource(
            TakeoverService service,
            TakeoverRepository takeovers,
            OperatorMessageRepository messages,
            RequestCaller caller,
            Clock clock) {
        this.service = service;
        this.takeovers = takeovers;
        this.messages = messages;
        this.caller = caller;
        this.clock = clock;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listTakeovers", summary = "List the active takeovers, in pages")
    @APIResponse(responseCode = "200", ref = "TakeoverPage")
    @APIResponse(responseCode = "400", description = "The limit is invalid")
    public Uni<byte[]> list(
            @Parameter(description = "Most takeovers of the page, 1 to 100; 50 if absent.")
                    @QueryParam("limit")
                    @Nullable
                    String limit,
            @Parameter(description = "The `next_cursor` of the page before.") @QueryParam("cursor") @Nullable
                    String cursor) {
        PageRequest page = RequestBodyReader.checked(() -> PageRequest.of(limit, cursor));
        Instant now = clock.instant();
        return takeovers
                .active(caller.workspaceId(), page.after(), page.limitAndOne())
                .map(found -> ProtocolCodec.encode(Page.of(
                        found,
                        page,
                        takeover -> TakeoverDocument.of(takeover, now, null),
                        takeover -> takeover.conversation().key().value())));
    }

    @GET
    @Path(ONE)
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "readTakeover", summary = "Get the latest takeover of a conversation, active or ended")
    @APIResponse(responseCode = "200", ref = "Takeover")
    @APIResponse(responseCode = "400", description = "An id is too long")
    @APIResponse(responseCode = "404", description = "The conversation was never taken over")
    public Uni<byte[]> read(
            @Parameter(ref = "bot_id") @PathParam("bot_id") String bot,
            @Parameter(ref = "conversation_id") @PathParam("conversation_id") String conversation,
            @Parameter(ref = "thread_id") @QueryParam("thread_id") @Nullable String thread) {
        ConversationAddress address = address(bot, conversation, thread);
        return takeovers.find(address).chain(found -> {
            Takeover takeover = found.orElseThrow(ProblemException::notFound);
            return takeovers
                    .callsUnderWay(address.key())
                    .map(calls -> ProtocolCodec.encode(TakeoverDocument.of(takeover, clock.instant(), calls)));
        });
    }

    @PUT
    @Path(ONE)
    @RequiredRight(AccessRight.CANCEL)
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "startTakeover",
            summary =
                    "Take a conversation over: the agent sends nothing into it any more. Repeated, it sets another end")
    @RequestBody(
            required = false,
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "StartTakeover")))
    @APIResponse(responseCode = "200", ref = "Takeover")
    @APIResponse(responseCode = "202", ref = "TakeoverWithCalls")
    @APIResponse(responseCode = "400", description = "`until` is no time, is in the past, or is too far")
    @APIResponse(responseCode = "404", description = "No run in a conversation of a bot with this id is known")
    @APIResponse(
            responseCode = "409",
            description = "Another operator has the conversation, or nothing can be sent into it")
    public Uni<Response> start(
            @Parameter(ref = "bot_id") @PathParam("bot_id") String bot,
            @Parameter(ref = "conversation_id") @PathParam("conversation_id") String conversation,
            @Parameter(ref = "thread_id") @QueryParam("thread_id") @Nullable String thread,
            byte[] body) {
        Instant until = body.length == 0
                ? null
                : RequestBodyReader.read(body, TakeoverDocument.Start.class).until();
        return begin(address(bot, conversation, thread), until);
    }

    @PUT
    @Path(ONE)
    @RequiredRight(AccessRight.CANCEL)
    @Consumes(MediaType.WILDCARD)
    @Operation(hidden = true)
    public Uni<Response> startWithoutBody(
            @PathParam("bot_id") String bot,
            @PathParam("conversation_id") String conversation,
            @QueryParam("thread_id") @Nullable String thread) {
        return begin(address(bot, conversation, thread), null);
    }

    private Uni<Response> begin(ConversationAddress address, @Nullable Instant until) {
        Instant end = RequestBodyReader.checked(() -> TakeoverTerm.end(until, clock.instant()));
        return service.start(address, operator(), end).map(outcome -> switch (outcome) {
            case Outcome.Begun(Takeover takeover, int calls) ->
                Response.status(calls == 0 ? Response.Status.OK : Response.Status.ACCEPTED)
                        .entity(ProtocolCodec.encode(TakeoverDocument.of(takeover, clock.instant(), calls)))
                        .build();
            case Outcome.HeldByOther(Takeover takeover) ->
                throw conflict("The conversation is taken over by "
                        + takeover.operator().name() + " until " + takeover.until() + ".");
            case Outcome.Sent sent -> throw new IllegalStateException("a start sends nothing");
            case Outcome.UnknownConversation() -> throw ProblemException.notFound();
            case Outcome.NotReachable() -> throw notReachable();
        });
    }

    @DELETE
    @Path(ONE)
    @RequiredRight(AccessRight.CANCEL)
    @Operation(
            operationId = "endTakeover",
            summary = "End a takeover, whoever began it: the agent answers the next message. May be repeated")
    @APIResponse(responseCode = "204", description = "The conversation is not taken over any more")
    @APIResponse(responseCode = "400", description = "An id is too long")
    @APIResponse(responseCode = "404", description = "The conversation was never taken over")
    public Uni<Response> end(
            @Parameter(ref = "bot_id") @PathParam("bot_id") String bot,
            @Parameter(ref = "conversation_id") @PathParam("conversation_id") String conversation,
            @Parameter(ref = "thread_id") @QueryParam("thread_id") @Nullable String thread) {
        return takeovers.end(address(bot, conversation, thread), operator()).map(isKnown -> {
            if (!isKnown) {
                throw ProblemException.notFound();
            }
            return Response.noContent().build();
        });
    }

    @POST
    @Path(ONE + "/messages")
    @RequiredRight(AccessRight.CANCEL)
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "sendOperatorMessage",
            summary = "Send a message of the operator through the bot. A repeated message_id sends nothing")
    @RequestBody(
            required = true,
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "NewOperatorMessage")))
    @APIResponse(responseCode = "200", ref = "OperatorMessage")
    @APIResponse(responseCode = "202", ref = "OperatorMessageAccepted")
    @APIResponse(responseCode = "400", description = "`message_id` or `text` is missing or too long")
    @APIResponse(responseCode = "404", description = "No run in a conversation of a bot with this id is known")
    @APIResponse(
            responseCode = "409",
            description = "The key has not taken the conversation over, or the message_id has another text")
    public Uni<Response> send(
            @Parameter(ref = "bot_id") @PathParam("bot_id") String bot,
            @Parameter(ref = "conversation_id") @PathParam("conversation_id") String conversation,
            @Parameter(ref = "thread_id") @QueryParam("thread_id") @Nullable String thread,
            byte[] body) {
        ConversationAddress address = address(bot, conversation, thread);
        TakeoverDocument.NewMessage request = RequestBodyReader.read(body, TakeoverDocument.NewMessage.class);
        OperatorMessage message =
                RequestBodyReader.checked(() -> OperatorMessage.of(request.messageId(), request.text()));
        return service.send(address, message, operator()).map(outcome -> switch (outcome) {
            case Outcome.Sent(PutOutcome stored) -> answer(stored);
            case Outcome.UnknownConversation() -> throw ProblemException.notFound();
            case Outcome.NotReachable() -> throw notReachable();
            case Outcome.Begun begun -> throw new IllegalStateException("a message begins no takeover");
            case Outcome.HeldByOther held -> throw new IllegalStateException("a message begins no takeover");
        });
    }

    private static Response answer(PutOutcome outcome) {
        return switch (outcome) {
            case PutOutcome.Stored(SentMessage message) -> answer(Response.Status.ACCEPTED, message);
            case PutOutcome.Repeated(SentMessage message) -> answer(Response.Status.OK, message);
            case PutOutcome.Conflicting() ->
                throw conflict("Another text was sent under this message_id. Choose another message_id.");
            case PutOutcome.NotTakenOver() ->
                throw conflict("This key has not taken the conversation over. Start a takeover first.");
        };
    }

    private static Response answer(Response.Status status, SentMessage message) {
        return Response.status(status)
                .entity(ProtocolCodec.encode(TakeoverDocument.MessageView.of(message)))
                .build();
    }

    @GET
    @Path(ONE + "/messages")
    @RequiredRight(AccessRight.READ)
    @Operation(
            operationId = "listOperatorMessages",
            summary = "List the last 100 messages of operators in a conversation with their outcomes, newest first")
    @APIResponse(responseCode = "200", ref = "OperatorMessages")
    @APIResponse(responseCode = "400", description = "An id is too long")
    public Uni<byte[]> messages(
            @Parameter(ref = "bot_id") @PathParam("bot_id") String bot,
            @Parameter(ref = "conversation_id") @PathParam("conversation_id") String conversation,
            @Parameter(ref = "thread_id") @QueryParam("thread_id") @Nullable String thread) {
        return messages.newest(address(bot, conversation, thread), MESSAGES)
                .map(found -> ProtocolCodec.encode(new TakeoverDocument.Messages(
                        found.stream().map(TakeoverDocument.MessageView::of).toList())));
    }

    private ConversationAddress address(String bot, String conversation, @Nullable String thread) {
        return RequestBodyReader.checked(
                () -> new ConversationAddress(caller.workspaceId(), bot, conversation, thread));
    }

    private Takeover.Operator operator() {
        return new Takeover.Operator(caller.keyId(), caller.keyName());
    }

    private static ProblemException conflict(String detail) {
        return new ProblemException(FailureCode.CONFLICT, detail);
    }

    private static ProblemException notReachable() {
        return conflict("Nothing can be sent into this conversation: its clients read the live stream.");
    }
}

package dev.agenthost.gateway.deadletter.http;

import dev.agenthost.gateway.deadletter.DeadLetterCursor;
import dev.agenthost.gateway.deadletter.DeadLetterFilter;
import dev.agenthost.gateway.deadletter.DeadLetterPage;
import dev.agenthost.gateway.deadletter.DeadLetterQuery;
import dev.agenthost.gateway.deadletter.DeadLetterTopic;
import dev.agenthost.gateway.deadletter.Redrive;
import dev.agenthost.gateway.deadletter.RedriveAudit;
import dev.agenthost.gateway.deadletter.RedriveProducer;
import dev.agenthost.gateway.deadletter.RedriveReport;
import dev.agenthost.gateway.deadletter.RedriveRequest;
import dev.agenthost.gateway.deadletter.RedriveStatus;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Serves dead letters: an admin's key those of its workspace, the host key all. */
@Path("/api/v1/dead-letters")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "dead letters")
public class DeadLetterResource {
    private final DeadLetterRequests requests;
    private final DeadLetterQuery query;
    private final Redrive redrive;
    private final RedriveProducer producer;
    private final RequestCaller caller;
    private final InstantSource clock;

    DeadLetterResource(
            DeadLetterRequests requests,
            DeadLetterQuery query,
            Redrive redrive,
            RedriveProducer producer,
            RequestCaller caller,
            InstantSource clock) {
        this.requests = requests;
        this.query = query;
        this.redrive = redrive;
        this.producer = producer;
        this.caller = caller;
        this.clock = clock;
    }

    @GET
    @RequiredRight(AccessRight.DEAD_LETTERS)
    @RunOnVirtualThread
    @Operation(operationId = "countDeadLetters", summary = "Count the dead letters by topic and reason")
    @APIResponse(responseCode = "200", ref = "DeadLetterSummary")
    @APIResponse(responseCode = "503", ref = "DeadLettersUnavailable")
    public Response summary() {
        return json(SummaryDocument.of(requests.answer(log -> query.summary(log, requests.scope()))));
    }

    @GET
    @Path("/{topic}")
    @RequiredRight(AccessRight.DEAD_LETTERS)
    @RunOnVirtualThread
    @Operation(operationId = "listDeadLetters", summary = "List the dead letters of a topic, newest first, in pages")
    @APIResponse(responseCode = "200", ref = "DeadLetterPage")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "503", ref = "DeadLettersUnavailable")
    public Response page(
            @Parameter(ref = "topic") @PathParam("topic") String name,
            @Parameter(ref = "reason") @QueryParam("reason") @Nullable String reason,
            @Parameter(ref = "status") @QueryParam("status") @Nullable String status,
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        DeadLetterTopic topic = requests.topic(name);
        var filter = new DeadLetterFilter(requests.scope(), reason, status(status), List.of());
        DeadLetterCursor after = cursor == null ? null : DeadLetterCursor.parse(cursor);
        int most = PageRequest.limit(limit);
        DeadLetterPage page = requests.answer(topic, log -> query.page(log, topic, filter, most, after));
        return json(new Page<>(
                page.items().stream().map(DeadLetterDocument::of).toList(),
                page.next() == null ? null : page.next().toString()));
    }

    private static @Nullable RedriveStatus status(@Nullable String text) {
        return text == null
                ? null
                : WireName.find(RedriveStatus.class, text)
                        .orElseThrow(() -> new InvalidFieldException("status", "is not open, started or redriven"));
    }

    @GET
    @Path("/{topic}/{partition}/{offset}")
    @RequiredRight(AccessRight.DEAD_LETTERS)
    @RunOnVirtualThread
    @Operation(
            operationId = "readDeadLetter",
            summary = "Get a dead letter with its headers and the beginning of its value",
            description =
                    "The value may contain messages of people; each request is recorded in the audit as `dead_letter.read`.")
    @APIResponse(responseCode = "200", ref = "DeadLetter")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "503", ref = "DeadLettersUnavailable")
    public Response show(
            @Parameter(ref = "topic") @PathParam("topic") String name,
            @Parameter(ref = "partition") @PathParam("partition") String partition,
            @Parameter(ref = "offset") @PathParam("offset") String offset) {
        DeadLetterTopic topic = requests.topic(name);
        RecordPosition position =
                new RecordPosition(topic.name(), (int) number(partition, 9, "partition"), number(offset, 18, "offset"));
        return json(requests.answer(topic, log -> log.content(topic, position)
                .filter(content -> requests.scope().includes(content.record()))
                .map(content -> {
                    producer.audit(List.of(RedriveAudit.read(content.record(), caller.keyId(), clock.instant())));
                    return ContentDocument.of(
                            DeadLetterDocument.of(DeadLetterPage.Item.of(content.record(), log.marks())), content);
                })
                .orElseThrow(DeadLetterRequests::missing)));
    }

    private static long number(String text, int digits, String field) {
        if (!text.matches("\\d{1," + digits + "}")) {
            throw new InvalidFieldException(field, "is no number of at most " + digits + " digits");
        }
        return Long.parseLong(text);
    }

    @POST
    @Path("/{topic}/redrive")
    @RequiredRight(AccessRight.DEAD_LETTERS)
    @Consumes(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(
            operationId = "redriveDeadLetters",
            summary = "Redrive dead letters to their original topic, or preview a redrive",
            description = "Redrives at most 500 dead letters per request, oldest first; `more` is true if another "
                    + "request is needed. Key, value, partition and headers are those of the original record. "
                    + "Each redrive is recorded in the audit as `dead_letter.redrive`.")
    @RequestBody(ref = "Redrive")
    @APIResponse(responseCode = "200", ref = "Redriven")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "503", ref = "DeadLettersUnavailable")
    public Response redrive(@Parameter(ref = "topic") @PathParam("topic") String name, byte[] body) {
        DeadLetterTopic topic = requests.topic(name);
        RedriveBody order = RequestBodyReader.read(body, RedriveBody.class);
        RedriveRequest request = new RedriveRequest(
                topic,
                order.filter(topic, requests.scope()),
                order.isRepeat(),
                UUID.randomUUID().toString(),
                caller.keyId());
        RedriveReport report = requests.answer(
                topic, log -> order.isDryRun() ? redrive.plan(log, request) : redrive.run(log, request));
        return json(RedriveDocument.of(report));
    }

    private static Response json(Object document) {
        return Response.ok(ProtocolCodec.encode(document))
                .type(MediaType.APPLICATION_JSON)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }
}

package dev.agenthost.binding.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.bot.Bot;
import dev.agenthost.binding.bot.BotDocument;
import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.AgentDocument;
import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingDocument;
import dev.agenthost.binding.catalog.ConfigurationRules;
import dev.agenthost.binding.catalog.RunnerCatalog;
import dev.agenthost.binding.schedule.Schedule;
import dev.agenthost.binding.schedule.ScheduleDocument;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Creates and replaces the definitions of a file. */
@Path("/api/v1/apply")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "apply")
public class ApplyResource {
    /** Most definitions of one file. */
    private static final int MOST = 200;

    /** In the order in which they refer to each other: an agent is written before its bot and its bindings. */
    private final List<AppliedKind<?, ?>> kinds;

    private final RequestCaller caller;

    ApplyResource(
            VersionedRepository<Agent> agents,
            VersionedRepository<Bot> bots,
            VersionedRepository<Binding> bindings,
            VersionedRepository<Schedule> schedules,
            RunnerCatalog runners,
            RequestCaller caller) {
        UnaryOperator<Agent> fitsItsRunner =
                agent -> ConfigurationRules.check(agent, runners.of(agent.runnerId(), agent.workspaceId()));
        this.kinds = List.of(
                new AppliedKind<>("agents", AgentDocument.KIND, agents, fitsItsRunner),
                new AppliedKind<>("bots", BotDocument.KIND, bots, UnaryOperator.identity()),
                new AppliedKind<>("bindings", BindingDocument.KIND, bindings, UnaryOperator.identity()),
                new AppliedKind<>("schedules", ScheduleDocument.KIND, schedules, UnaryOperator.identity()));
        this.caller = caller;
    }

    /** The answer. @param items in the order in which they were written */
    record ApplyReport(boolean dryRun, List<AppliedKind.Applied> items) {}

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Consumes({MediaType.APPLICATION_JSON, "application/yaml", "application/x-yaml", "text/yaml"})
    @Operation(
            operationId = "applyDefinitions",
            summary = "Create or replace the definitions of a file; equal ones are unchanged. May be repeated")
    @RequestBody(ref = "Definitions")
    @APIResponse(responseCode = "200", ref = "ApplyReport")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in a definition")
    @APIResponse(
            responseCode = "409",
            description = "A definition contradicts another one. Those before it in the order of writing are written")
    public Uni<Response> apply(
            byte[] body,
            @Context HttpHeaders headers,
            @Parameter(ref = "dry_run") @QueryParam("dry_run") @Nullable String dryRun) {
        if (dryRun != null && !dryRun.equals("true") && !dryRun.equals("false")) {
            throw RequestBodyReader.invalid("dry_run", "must be true or false");
        }
        boolean isDryRun = "true".equals(dryRun);
        List<AppliedKind.Step> steps = steps(body, headers.getMediaType());
        return Multi.createFrom()
                .iterable(steps)
                .onItem()
                .transformToUniAndConcatenate(step -> step.run(isDryRun))
                .collect()
                .asList()
                .map(items -> Response.ok(ProtocolCodec.encode(new ApplyReport(isDryRun, items)))
                        .build());
    }

    /** Reads the whole file before anything is written. */
    private List<AppliedKind.Step> steps(byte[] body, @Nullable MediaType type) {
        if (!(YamlBody.read(body, type) instanceof ObjectNode file)) {
            throw RequestBodyReader.invalid("", "must be an object");
        }
        Set<String> known = kinds.stream().map(AppliedKind::member).collect(Collectors.toCollection(TreeSet::new));
        file.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw RequestBodyReader.invalid(name, "is unknown; known are " + String.join(", ", known));
            }
        });
        List<AppliedKind.Step> steps =
                kinds.stream().flatMap(kind -> kind.read(file, caller).stream()).toList();
        if (steps.isEmpty() || steps.size() > MOST) {
            throw RequestBodyReader.invalid("", "must have 1 to " + MOST + " definitions");
        }
        return steps;
    }
}

package dev.agenthost.context.run.http;

import dev.agenthost.context.common.RunFenceRepository;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.common.http.RunRequestValidation;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.context.run.GrantedFacts;
import dev.agenthost.context.run.RunStart;
import dev.agenthost.context.run.RunStartRepository;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.state.StateScopeKey;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Opens attempts of runs with their context, and records the end of runs. Errors: a NUL in an id (400); an attempt below the fence, or of
 * an ended run (409).
 */
@Path("/internal/v1")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "runs")
public class RunContextResource {
    private final RunStartRepository starts;
    private final RunFenceRepository fences;
    private final Cursors cursors;
    private final GrantedFacts facts;

    public RunContextResource(
            RunStartRepository starts, RunFenceRepository fences, Cursors cursors, GrantedFacts facts) {
        this.starts = starts;
        this.fences = fences;
        this.cursors = cursors;
        this.facts = facts;
    }

    @POST
    @Path("run-context")
    @Operation(
            operationId = "openRun",
            summary = "Get the context of an attempt at its start; later writes of earlier attempts are refused",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "RunContextQuestion")
    @APIResponse(responseCode = "200", ref = "RunContext")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "409", ref = "Fenced")
    public Uni<RunContextAnswer> open(RunContextQuestion question) {
        checkTexts(question);
        return starts.open(question)
                .map(start -> switch (start) {
                    case RunStart.Opened opened -> answer(question, opened);
                    case RunStart.Superseded() -> throw RunRequestValidation.fenced();
                })
                .chain(answer -> facts.with(question, answer));
    }

    @POST
    @Path("runs/end")
    @Operation(
            operationId = "endRun",
            summary = "End a run; its later writes are refused",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "RunEnd")
    @APIResponse(responseCode = "204", description = "The run is ended")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Void> end(RunEnd end) {
        check("workspace_id", end.workspaceId());
        return fences.end(end.workspaceId(), end.runId().value(), end.attempt());
    }

    private RunContextAnswer answer(RunContextQuestion question, RunStart.Opened opened) {
        RunStart.Counts counts = opened.counts();
        if (counts == null) {
            return new RunContextAnswer(opened.state(), cursor(question), null, null, false);
        }
        return new RunContextAnswer(
                opened.state(), cursor(question), counts.eventSeq(), counts.transcriptSeq(), counts.hasHistoryBefore());
    }

    /** Makes a cursor at the run's own event, which need not be stored yet. */
    private @Nullable String cursor(RunContextQuestion question) {
        String conversation = question.conversationId();
        String thread = question.threadId();
        return conversation == null
                ? null
                : cursors.sign(
                        new ConversationRef(
                                question.workspaceId(), question.botId(), conversation, thread == null ? "" : thread),
                        TranscriptPosition.before(question.eventId()));
    }

    private static void checkTexts(RunContextQuestion question) {
        check("workspace_id", question.workspaceId());
        check("bot_id", question.botId());
        check("conversation_id", question.conversationId());
        check("thread_id", question.threadId());
        List<@Nullable String> scopes = new ArrayList<>();
        for (StateScopeKey key : question.stateScopes()) {
            Collections.addAll(
                    scopes, key.botId(), key.bindingId(), key.runnerId().toString(), key.subject());
        }
        scopes.forEach(text -> check("state_scopes", text));
        List<String> bases = question.knowledgeBases();
        if (bases != null) {
            bases.forEach(text -> check("knowledge_bases", text));
        }
    }

    private static void check(String field, @Nullable String text) {
        if (text != null && !StoredText.fits(text)) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + StoredText.WHY + ".", field);
        }
    }
}

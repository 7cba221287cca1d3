package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.RunTokens;
import dev.agenthost.context.artifact.UploadRules;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import dev.agenthost.protocol.store.artifact.UploadToken;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Issues run tokens to run-orchestrator, which decides which run may upload. An upload checks the run's attempt when the token is used. */
@Path("/internal/v1/artifacts/upload-token")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "artifacts")
public class RunTokenResource {
    private final RunTokens tokens;
    private final UploadRules rules;

    RunTokenResource(RunTokens tokens, UploadRules rules) {
        this.tokens = tokens;
        this.rules = rules;
    }

    @POST
    @Operation(
            operationId = "giveUploadToken",
            summary = "Issue a temporary token with which an attempt of a run uploads artifacts",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "UploadGrant")
    @APIResponse(responseCode = "200", ref = "UploadToken")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public UploadToken issue(UploadGrant grant) {
        ArtifactOwner owner = grant.owner();
        if (!Arrays.asList(owner.workspaceId(), owner.botId(), owner.conversationId(), owner.threadId()).stream()
                .filter(Objects::nonNull)
                .allMatch(StoredText::fits)) {
            throw TusHeaders.invalid("owner", StoredText.WHY);
        }
        RunTokens.RunToken given = tokens.issue(grant, Instant.now());
        return new UploadToken(
                RunUploadResource.PATH, given.token(), given.expiresAt().getEpochSecond(), rules.mostBytes());
    }
}

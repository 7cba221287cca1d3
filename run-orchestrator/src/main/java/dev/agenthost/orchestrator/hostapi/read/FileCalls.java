package dev.agenthost.orchestrator.hostapi.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import dev.agenthost.protocol.store.artifact.FileQuestion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.stream.Stream;

/** {@code get_config_file} (spec 000 §8, {@code get_file}): the bytes of a granted file, all of them in one answer. */
public final class FileCalls {
    private final ContextStore contextStore;

    public FileCalls(ContextStore contextStore) {
        this.contextStore = contextStore;
    }

    public Uni<HostCallResponse> read(RunSession session, JsonNode data) {
        String key = data.path("file_key").textValue();
        if (key == null || !FileLimits.isKey(key)) {
            return Uni.createFrom()
                    .item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, "file_key must be the key of a file"));
        }
        if (Grant.check(session.grant(), new AccessRequest.File(key)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        return contextStore
                .file(new FileQuestion(session.workspaceId(), key, purposes(session.grant(), key)))
                .map(answer -> HostCallResponse.of(answer, HostCallResponse::served));
    }

    /** Returns the granted purposes of the file; context-store compares them with its purpose, since the call names none. */
    private static List<FilePurpose> purposes(Grant grant, String key) {
        return Stream.of(FilePurpose.values())
                .filter(purpose -> grant.resources().files().stream()
                        .anyMatch(file ->
                                file.fileKey().equals(key) && file.operations().contains(purpose.wire())))
                .toList();
    }
}

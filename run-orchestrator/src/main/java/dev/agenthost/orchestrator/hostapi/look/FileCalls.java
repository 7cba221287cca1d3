package dev.agenthost.orchestrator.hostapi.look;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.call.Answer;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.store.file.FileLimits;
import dev.agenthost.protocol.store.file.FilePurpose;
import dev.agenthost.protocol.store.file.FileQuestion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.stream.Stream;

/** {@code get_config_file} (spec 000 §8, {@code get_file}): the bytes of a granted file, all of them in one answer. */
public final class FileCalls {
    private final RunMemory memory;

    public FileCalls(RunMemory memory) {
        this.memory = memory;
    }

    public Uni<Answer> read(RunSession session, JsonNode data) {
        String key = data.path("file_key").textValue();
        if (key == null || !FileLimits.isKey(key)) {
            return Uni.createFrom()
                    .item(Answer.refused(FailureCode.INVALID_ARGUMENT, "file_key is missing or no key of a file"));
        }
        if (Grant.check(session.grant(), new Access.File(key)) instanceof Check.Denied denied) {
            return Uni.createFrom().item(Answer.denied(denied));
        }
        return memory.file(new FileQuestion(session.workspaceId(), key, purposes(session.grant(), key)))
                .map(answer -> Answer.of(answer, Answer::served));
    }

    /** The call does not say what it reads the file for; whoever keeps it knows what it is for. */
    private static List<FilePurpose> purposes(Grant grant, String key) {
        return Stream.of(FilePurpose.values())
                .filter(purpose -> grant.resources().files().stream()
                        .anyMatch(file ->
                                file.fileKey().equals(key) && file.operations().contains(purpose.wire())))
                .toList();
    }
}

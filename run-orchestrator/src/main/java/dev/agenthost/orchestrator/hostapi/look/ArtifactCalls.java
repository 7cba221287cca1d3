package dev.agenthost.orchestrator.hostapi.look;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.context.StoreAnswer;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.call.Answer;
import dev.agenthost.orchestrator.hostapi.call.ArtifactPermissions;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code artifact_metadata} and {@code artifact_read} (spec 000 §8): of the run's own conversation and thread, and outside any of
 * itself; of its binding, actor and subject, where an artifact is for those. {@code artifact_upload_token} is ours, for what is too large to come inside a result. A read without a limit, or with a greater one, gets as much as one answer holds.
 */
public final class ArtifactCalls {
    private final RunMemory memory;

    public ArtifactCalls(RunMemory memory) {
        this.memory = memory;
    }

    public Uni<Answer> metadata(RunSession session, JsonNode data) {
        if (Grant.check(session.grant(), new Access.Artifact(false)) instanceof Check.Denied denied) {
            return Uni.createFrom().item(Answer.denied(denied));
        }
        String artifactId = artifactId(data);
        return artifactId == null
                ? invalid("artifact_id is missing")
                : metadata(session, new ArtifactQuestion(session.owner(), artifactId))
                        .map(answer -> Answer.of(answer, known -> told(session, known)));
    }

    public Uni<Answer> read(RunSession session, JsonNode data) {
        if (Grant.check(session.grant(), new Access.Artifact(true)) instanceof Check.Denied denied) {
            return Uni.createFrom().item(Answer.denied(denied));
        }
        String artifactId = artifactId(data);
        if (artifactId == null) {
            return invalid("artifact_id is missing");
        }
        JsonNode offset = data.path("offset");
        JsonNode limit = data.path("limit");
        if (isSaid(offset) && (!isWhole(offset) || offset.longValue() < 0)) {
            return invalid("offset is no number of bytes");
        }
        if (isSaid(limit) && (!isWhole(limit) || limit.longValue() < 1)) {
            return invalid("limit is no number of bytes");
        }
        long most = isSaid(limit) ? limit.longValue() : ArtifactRangeQuestion.MOST;
        ArtifactRangeQuestion question = new ArtifactRangeQuestion(
                session.owner(), artifactId, offset.asLong(0), (int) Math.min(most, ArtifactRangeQuestion.MOST));
        return bytes(session, question).map(answer -> Answer.of(answer, Answer::served));
    }

    /** What lets this attempt upload by itself; context-store sees whether it is still its run's when it does. */
    public Uni<Answer> uploadToken(RunSession session) {
        if (Grant.check(session.grant(), new Access.Upload()) instanceof Check.Denied denied) {
            return Uni.createFrom().item(Answer.denied(denied));
        }
        return memory.uploadToken(new UploadGrant(session.owner(), session.attempt(), session.runnerId()))
                .map(answer -> Answer.of(answer, Answer::served));
    }

    private Uni<StoreAnswer<ArtifactMetadata>> metadata(RunSession session, ArtifactQuestion question) {
        return orRaw(session, memory.artifact(question), () -> memory.rawPayload(question));
    }

    private Uni<StoreAnswer<ArtifactReadResult>> bytes(RunSession session, ArtifactRangeQuestion question) {
        return orRaw(session, memory.bytes(question), () -> memory.rawBytes(question));
    }

    /** What a platform sent is an artifact like any other, for a run that was granted it; for all others it is not there. */
    private static <T> Uni<StoreAnswer<T>> orRaw(
            RunSession session, Uni<StoreAnswer<T>> asked, Supplier<Uni<StoreAnswer<T>>> raw) {
        return Grant.check(session.grant(), new Access.RawPayload()) instanceof Check.Denied
                ? asked
                : asked.chain(answer ->
                        answer instanceof StoreAnswer.Refused<T> refused && refused.code() == FailureCode.NOT_FOUND
                                ? raw.get()
                                : Uni.createFrom().item(answer));
    }

    private static Answer told(RunSession session, ArtifactMetadata known) {
        return Answer.served(known.permitting(ArtifactPermissions.of(session.grant())));
    }

    private static @Nullable String artifactId(JsonNode data) {
        String said = data.path("artifact_id").textValue();
        return said == null || said.isBlank() || !JsonText.isClean(said) ? null : said;
    }

    private static boolean isSaid(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static boolean isWhole(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong();
    }

    private static Uni<Answer> invalid(String why) {
        return Uni.createFrom().item(Answer.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}

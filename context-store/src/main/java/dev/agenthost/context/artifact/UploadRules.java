package dev.agenthost.context.artifact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.UuidV5;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rules that an upload must meet to begin. Checks; stores nothing. */
public final class UploadRules {
    private static final String METADATA = "Upload-Metadata.";
    private static final String DEFAULT_TYPE = "file";

    private final UploadLimits limits;

    public UploadRules(UploadLimits limits) {
        this.limits = limits;
    }

    /** Limit of one upload. */
    public long mostBytes() {
        return limits.mostBytes();
    }

    private static final class Breach extends Exception {
        private final transient UploadValidation.Invalid invalid;

        Breach(FailureCode code, String field, String why) {
            super(field + " " + why);
            this.invalid = new UploadValidation.Invalid(code, field, why);
        }
    }

    /** @param uploadId its id if it begins */
    public UploadValidation validate(Uploader uploader, UploadRequest request, UUID uploadId) {
        try {
            return new UploadValidation.Valid(build(uploader, request, uploadId));
        } catch (Breach breach) {
            return breach.invalid;
        }
    }

    private NewUpload build(Uploader uploader, UploadRequest request, UUID uploadId) throws Breach {
        long size = size(request.length());
        for (Map.Entry<String, String> field : request.metadata().entrySet()) {
            if (!StoredText.fits(field.getValue())) {
                throw invalid(field.getKey(), StoredText.WHY);
            }
        }
        String declared = request.either("mime_type", "filetype");
        check(declared == null ? null : ArtifactRules.name("mime_type", declared));
        String type = request.field("artifact_type");
        check(type == null ? null : ArtifactRules.name("artifact_type", type));
        ObjectNode metadata = metadata(request.field("metadata"));
        ArtifactScope scope = scope(request.field("scope"));
        ArtifactOwner owner = owner(uploader, request, scope, uploadId);
        check(ArtifactRules.scope(scope.wire(), owner));
        check(ArtifactRules.summary(request.field("summary")));
        return new NewUpload(
                uploadId,
                uploader,
                owner,
                scope,
                artifactId(uploader, request.field("artifact_id"), uploadId),
                type == null ? DEFAULT_TYPE : type,
                declared,
                FileNames.plain(request.either("name", "filename")),
                sha256(request.field("sha256")),
                metadata,
                size,
                ArtifactRules.summaryOf(request.field("summary"), metadata));
    }

    private long size(@Nullable String length) throws Breach {
        if (length == null || !length.matches("\\d{1,18}")) {
            throw new Breach(FailureCode.INVALID_ARGUMENT, "Upload-Length", "must be the number of all bytes");
        }
        long size = Long.parseLong(length);
        if (size > limits.mostBytes()) {
            throw new Breach(
                    FailureCode.PAYLOAD_TOO_LARGE, "Upload-Length", "must be at most " + limits.mostBytes() + " bytes");
        }
        return size;
    }

    private static ArtifactOwner owner(Uploader uploader, UploadRequest request, ArtifactScope scope, UUID uploadId)
            throws Breach {
        return switch (uploader) {
            case Uploader.Attempt attempt -> attempt.owner();
            case Uploader.Person person -> {
                if (scope == ArtifactScope.RUN) {
                    throw invalid("scope", "must not be run: no run uploads this artifact");
                }
                String bot = request.field("bot_id");
                String conversation = request.field("conversation_id");
                boolean isBound = isOfOneBot(scope) || !person.speaksFor(Uploader.Person.ANY);
                if (isBound && (bot == null || bot.isBlank())) {
                    throw invalid("bot_id", "is missing");
                }
                if (bot != null && !person.speaksFor(bot)) {
                    throw new Breach(FailureCode.FORBIDDEN, METADATA + "bot_id", "is not a bot of this key");
                }
                if (scope == ArtifactScope.CONVERSATION && (conversation == null || conversation.isBlank())) {
                    throw invalid("conversation_id", "is missing");
                }
                yield new ArtifactOwner(
                        person.workspaceId(),
                        new RunId(uploadId),
                        bot == null ? Uploader.Person.ANY : bot,
                        conversation,
                        request.field("thread_id"),
                        scope == ArtifactScope.BINDING ? value(request, "binding_id") : null,
                        scope == ArtifactScope.ACTOR ? value(request, "actor_id") : null,
                        scope == ArtifactScope.SUBJECT
                                ? ArtifactOwner.subject(value(request, "subject_type"), value(request, "subject_id"))
                                : null);
            }
        };
    }

    /** Returns true if ids of the scope are valid for one bot only. */
    private static boolean isOfOneBot(ArtifactScope scope) {
        return switch (scope) {
            case CONVERSATION, ACTOR, SUBJECT -> true;
            case RUN, BINDING, WORKSPACE -> false;
        };
    }

    private static String value(UploadRequest request, String name) throws Breach {
        String value = request.field(name);
        if (value == null || value.isBlank()) {
            throw invalid(name, "is missing");
        }
        return value;
    }

    /** Returns the id that a run chose; every other upload gets an id that only the host gives. */
    private static String artifactId(Uploader uploader, @Nullable String own, UUID uploadId) throws Breach {
        if (own == null) {
            return UuidV5.of(uploadId, "artifact").toString();
        }
        if (uploader instanceof Uploader.Person) {
            throw invalid("artifact_id", "is assigned by the host");
        }
        check(ArtifactRules.ownId(own));
        return own;
    }

    private static ArtifactScope scope(@Nullable String value) throws Breach {
        return value == null
                ? ArtifactScope.CONVERSATION
                : WireName.find(ArtifactScope.class, value).orElseThrow(() -> invalid("scope", ArtifactRules.SCOPES));
    }

    private static @Nullable String sha256(@Nullable String value) throws Breach {
        if (value != null && !value.matches("[0-9a-fA-F]{64}")) {
            throw invalid("sha256", "must be 64 hexadecimal digits");
        }
        return value == null ? null : value.toLowerCase(Locale.ROOT);
    }

    private static ObjectNode metadata(@Nullable String value) throws Breach {
        if (value == null) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (value.length() > ArtifactRules.METADATA_BYTES) {
            throw new Breach(
                    FailureCode.PAYLOAD_TOO_LARGE,
                    METADATA + "metadata",
                    "must have at most " + ArtifactRules.METADATA_BYTES + " bytes");
        }
        try {
            ObjectNode metadata = ProtocolCodec.decode(value.getBytes(StandardCharsets.UTF_8), ObjectNode.class);
            check(ArtifactRules.metadata(metadata));
            return metadata;
        } catch (UndecodableException e) {
            throw invalid("metadata", "must be a JSON object");
        }
    }

    private static void check(ArtifactValidation.@Nullable Invalid invalid) throws Breach {
        if (invalid != null) {
            throw new Breach(invalid.code(), METADATA + invalid.field(), invalid.why());
        }
    }

    private static Breach invalid(String field, String why) {
        return new Breach(FailureCode.INVALID_ARGUMENT, METADATA + field, why);
    }
}

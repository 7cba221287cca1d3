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
    private static final String USUAL_TYPE = "file";

    private final UploadLimits limits;

    public UploadRules(UploadLimits limits) {
        this.limits = limits;
    }

    /** Limit of one upload. */
    public long mostBytes() {
        return limits.mostBytes();
    }

    private static final class Breach extends Exception {
        private final transient UploadValidation.Unfit unfit;

        Breach(FailureCode code, String field, String why) {
            super(field + " " + why);
            this.unfit = new UploadValidation.Unfit(code, field, why);
        }
    }

    /** @param uploadId its id if it begins */
    public UploadValidation judge(Uploader uploader, UploadRequest given, UUID uploadId) {
        try {
            return new UploadValidation.Fit(judged(uploader, given, uploadId));
        } catch (Breach breach) {
            return breach.unfit;
        }
    }

    private NewUpload judged(Uploader uploader, UploadRequest given, UUID uploadId) throws Breach {
        long size = size(given.length());
        for (Map.Entry<String, String> field : given.said().entrySet()) {
            if (!StoredText.fits(field.getValue())) {
                throw invalid(field.getKey(), StoredText.WHY);
            }
        }
        String declared = given.either("mime_type", "filetype");
        check(declared == null ? null : ArtifactRules.name("mime_type", declared));
        String type = given.field("artifact_type");
        check(type == null ? null : ArtifactRules.name("artifact_type", type));
        ObjectNode metadata = metadata(given.field("metadata"));
        ArtifactScope scope = scope(given.field("scope"));
        ArtifactOwner owner = owner(uploader, given, scope, uploadId);
        check(ArtifactRules.scope(scope.wire(), owner));
        check(ArtifactRules.summary(given.field("summary")));
        return new NewUpload(
                uploadId,
                uploader,
                owner,
                scope,
                artifactId(uploader, given.field("artifact_id"), uploadId),
                type == null ? USUAL_TYPE : type,
                declared,
                FileNames.plain(given.either("name", "filename")),
                sha256(given.field("sha256")),
                metadata,
                size,
                ArtifactRules.summaryOf(given.field("summary"), metadata));
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

    private static ArtifactOwner owner(Uploader uploader, UploadRequest given, ArtifactScope scope, UUID uploadId)
            throws Breach {
        return switch (uploader) {
            case Uploader.Attempt attempt -> attempt.owner();
            case Uploader.Person person -> {
                if (scope == ArtifactScope.RUN) {
                    throw invalid("scope", "must not be run: no run uploads this");
                }
                String bot = given.field("bot_id");
                String conversation = given.field("conversation_id");
                boolean isBound = isOfOneBot(scope) || !person.speaksFor(Uploader.Person.ANY);
                if (isBound && (bot == null || bot.isBlank())) {
                    throw invalid("bot_id", "is missing");
                }
                if (bot != null && !person.speaksFor(bot)) {
                    throw new Breach(FailureCode.FORBIDDEN, METADATA + "bot_id", "is none that this key speaks for");
                }
                if (scope == ArtifactScope.CONVERSATION && (conversation == null || conversation.isBlank())) {
                    throw invalid("conversation_id", "is missing");
                }
                yield new ArtifactOwner(
                        person.workspaceId(),
                        new RunId(uploadId),
                        bot == null ? Uploader.Person.ANY : bot,
                        conversation,
                        given.field("thread_id"),
                        scope == ArtifactScope.BINDING ? said(given, "binding_id") : null,
                        scope == ArtifactScope.ACTOR ? said(given, "actor_id") : null,
                        scope == ArtifactScope.SUBJECT
                                ? ArtifactOwner.subject(said(given, "subject_type"), said(given, "subject_id"))
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

    private static String said(UploadRequest given, String name) throws Breach {
        String said = given.field(name);
        if (said == null || said.isBlank()) {
            throw invalid(name, "is missing");
        }
        return said;
    }

    /** Returns the id that a run chose; every other upload gets an id that only the host gives. */
    private static String artifactId(Uploader uploader, @Nullable String own, UUID uploadId) throws Breach {
        if (own == null) {
            return UuidV5.of(uploadId, "artifact").toString();
        }
        if (uploader instanceof Uploader.Person) {
            throw invalid("artifact_id", "is the host's to give");
        }
        check(ArtifactRules.ownId(own));
        return own;
    }

    private static ArtifactScope scope(@Nullable String said) throws Breach {
        return said == null
                ? ArtifactScope.CONVERSATION
                : WireName.find(ArtifactScope.class, said).orElseThrow(() -> invalid("scope", ArtifactRules.SCOPES));
    }

    private static @Nullable String sha256(@Nullable String said) throws Breach {
        if (said != null && !said.matches("[0-9a-fA-F]{64}")) {
            throw invalid("sha256", "must be 64 hexadecimal digits");
        }
        return said == null ? null : said.toLowerCase(Locale.ROOT);
    }

    private static ObjectNode metadata(@Nullable String said) throws Breach {
        if (said == null) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (said.length() > ArtifactRules.METADATA_BYTES) {
            throw new Breach(
                    FailureCode.PAYLOAD_TOO_LARGE,
                    METADATA + "metadata",
                    "must have at most " + ArtifactRules.METADATA_BYTES + " bytes");
        }
        try {
            ObjectNode metadata = ProtocolCodec.decode(said.getBytes(StandardCharsets.UTF_8), ObjectNode.class);
            check(ArtifactRules.metadata(metadata));
            return metadata;
        } catch (UndecodableException e) {
            throw invalid("metadata", "must be a JSON object");
        }
    }

    private static void check(ArtifactValidation.@Nullable Unfit unfit) throws Breach {
        if (unfit != null) {
            throw new Breach(unfit.code(), METADATA + unfit.field(), unfit.why());
        }
    }

    private static Breach invalid(String field, String why) {
        return new Breach(FailureCode.INVALID_ARGUMENT, METADATA + field, why);
    }
}

package dev.agenthost.context.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.UuidV5;
import dev.agenthost.protocol.json.JsonDepth;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules for the artifacts that runners report (spec 000 §7.2). Checks; stores nothing. */
public final class ArtifactRules {
    /** Limit of the bytes inside a result, decoded. */
    public static final int INLINE_BYTES = 1024 * 1024;
    /** Limit of the metadata, in bytes of its JSON. */
    public static final int METADATA_BYTES = 16 * 1024;
    /** Limit of the nesting of metadata. */
    public static final int METADATA_DEPTH = 8;
    /** Limit of a summary, in characters. */
    public static final int SUMMARY_LENGTH = 500;
    /** Limit of a type and of an id that a runner chose, in characters. */
    public static final int NAME_LENGTH = 200;

    /** Error text that names the valid scopes. */
    public static final String SCOPES = "must be run, conversation, binding, actor, subject or workspace";

    private static final int INLINE_BASE64 = (INLINE_BYTES + 2) / 3 * 4;

    /** Pattern of the UUIDs that only the host makes, so that no runner can choose an id that is another artifact's. */
    private static final Pattern HOSTS_ID =
            Pattern.compile("\\p{XDigit}{8}-\\p{XDigit}{4}-5\\p{XDigit}{3}-\\p{XDigit}{4}-\\p{XDigit}{12}");

    private interface Rule {
        /** Returns null if the rule holds. */
        ArtifactValidation.@Nullable Invalid breach(ArtifactPut put);
    }

    /** Rules that are checked before the bytes. */
    private static final List<Rule> BEFORE = List.of(
            put -> name("artifact_type", put.artifactType()),
            put -> put.artifactId() == null ? null : name("artifact_id", put.artifactId()),
            ArtifactRules::hostsId,
            put -> put.mimeType() == null ? null : name("mime_type", put.mimeType()),
            put -> metadata(put.metadata()),
            put -> scope(put.scope(), put.owner()),
            put -> summary(put.summary()));

    private final ContentTypes types;

    public ArtifactRules(ContentTypes types) {
        this.types = types;
    }

    public ArtifactValidation validate(ArtifactPut put) {
        for (Rule rule : BEFORE) {
            ArtifactValidation.Invalid invalid = rule.breach(put);
            if (invalid != null) {
                return invalid;
            }
        }
        String base64 = put.contentBase64();
        if (base64 == null) {
            String named = put.artifactId();
            return named == null
                    ? invalid("content_base64", "is missing, and no artifact is named")
                    : new ArtifactValidation.Names(named);
        }
        return base64.length() > INLINE_BASE64 ? tooLarge() : decoded(put, base64);
    }

    private ArtifactValidation decoded(ArtifactPut put, String base64) {
        ArtifactContent content;
        try {
            content = new ArtifactContent(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return invalid("content_base64", "is not base64");
        }
        if (content.size() > INLINE_BYTES) {
            return tooLarge();
        }
        if (put.sizeBytes() != null && put.sizeBytes() != content.size()) {
            return invalid("size_bytes", "is not that of the content");
        }
        if (put.sha256() != null && !put.sha256().toLowerCase(Locale.ROOT).equals(content.sha256())) {
            return new ArtifactValidation.Invalid(FailureCode.DIGEST_MISMATCH, "sha256", "is not that of the content");
        }
        String name = FileNames.plain(put.name());
        return switch (types.check(content.bytes(), name, put.mimeType())) {
            case MimeTypeValidation.NoType() -> invalid("mime_type", "must be a media type");
            case MimeTypeValidation.Mismatch(String found) ->
                new ArtifactValidation.Invalid(
                        FailureCode.UNSUPPORTED_MEDIA_TYPE,
                        "mime_type",
                        "is not that of the content, which is " + found);
            case MimeTypeValidation.Accepted(String mimeType) ->
                new ArtifactValidation.Valid(new NewArtifact(
                        put.owner(),
                        put.runnerId(),
                        id(put),
                        put.artifactType(),
                        mimeType,
                        name,
                        put.metadata(),
                        content,
                        scopeOf(put.scope()),
                        summaryOf(put.summary(), put.metadata())));
        };
    }

    /** Returns the runner's own id, or one that is the same for the same operation in every attempt. */
    private static String id(ArtifactPut put) {
        String own = put.artifactId();
        return own != null
                ? own
                : UuidV5.of(put.owner().runId().value(), "artifact/" + put.effect())
                        .toString();
    }

    /** Checks a type, a kind or an id; null if it is valid. */
    public static ArtifactValidation.@Nullable Invalid name(String field, String text) {
        if (text.isBlank() || text.length() > NAME_LENGTH) {
            return invalid(field, "must have 1 to " + NAME_LENGTH + " characters");
        }
        return text.chars().anyMatch(Character::isISOControl)
                ? invalid(field, "must not contain control characters")
                : null;
    }

    private static ArtifactValidation.@Nullable Invalid hostsId(ArtifactPut put) {
        String own = put.artifactId();
        return own != null && put.contentBase64() != null ? ownId(own) : null;
    }

    /** Checks an id that a runner chose for its artifact; null if it is valid. */
    public static ArtifactValidation.@Nullable Invalid ownId(String artifactId) {
        return HOSTS_ID.matcher(artifactId).matches()
                ? invalid("artifact_id", "must not be a UUID of version 5, which only the host assigns")
                : name("artifact_id", artifactId);
    }

    /** Checks the metadata of an artifact; null if it is valid. */
    public static ArtifactValidation.@Nullable Invalid metadata(ObjectNode metadata) {
        if (JsonDepth.exceeds(metadata, METADATA_DEPTH)) {
            return invalid("metadata", "must not be nested deeper than " + METADATA_DEPTH);
        }
        if (ProtocolCodec.encode(metadata).length > METADATA_BYTES) {
            return new ArtifactValidation.Invalid(
                    FailureCode.PAYLOAD_TOO_LARGE, "metadata", "must have at most " + METADATA_BYTES + " bytes");
        }
        return StoredText.fits(metadata) ? null : invalid("metadata", StoredText.WHY);
    }

    /** Checks a scope for what this owner makes; null if it is valid. */
    public static ArtifactValidation.@Nullable Invalid scope(@Nullable String value, ArtifactOwner owner) {
        if (value == null) {
            return null;
        }
        Optional<ArtifactScope> scope = WireName.find(ArtifactScope.class, value);
        if (scope.isEmpty()) {
            return invalid("scope", SCOPES);
        }
        return scope.get().lacksKey(owner) ? invalid("scope", "is of a " + value + ", and this run has none") : null;
    }

    /** Returns the scope of an artifact whose scope was found valid. */
    public static ArtifactScope scopeOf(@Nullable String value) {
        return value == null
                ? ArtifactScope.CONVERSATION
                : WireName.find(ArtifactScope.class, value).orElseThrow();
    }

    /** Checks a summary; null if it is valid. */
    public static ArtifactValidation.@Nullable Invalid summary(@Nullable String value) {
        if (value == null) {
            return null;
        }
        if (value.isBlank() || value.codePointCount(0, value.length()) > SUMMARY_LENGTH) {
            return invalid("summary", "must have 1 to " + SUMMARY_LENGTH + " characters");
        }
        if (value.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t')) {
            return invalid("summary", "must not contain control characters");
        }
        return StoredText.fits(value) ? null : invalid("summary", StoredText.WHY);
    }

    /** Returns the given summary, else the metadata's title if it is a valid summary, else null. */
    public static @Nullable String summaryOf(@Nullable String value, ObjectNode metadata) {
        String title = metadata.path("title").textValue();
        return value != null || title == null || summary(title) != null ? value : title;
    }

    private static ArtifactValidation.Invalid tooLarge() {
        return new ArtifactValidation.Invalid(
                FailureCode.PAYLOAD_TOO_LARGE, "content_base64", "must hold at most " + INLINE_BYTES + " bytes");
    }

    private static ArtifactValidation.Invalid invalid(String field, String why) {
        return new ArtifactValidation.Invalid(FailureCode.INVALID_ARGUMENT, field, why);
    }
}

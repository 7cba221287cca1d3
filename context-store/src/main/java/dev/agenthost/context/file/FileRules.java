package dev.agenthost.context.file;

import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.artifact.ContentTypes;
import dev.agenthost.context.artifact.FileNames;
import dev.agenthost.context.artifact.MimeTypeValidation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules that a file of a workspace must meet. Checks; stores nothing. */
public final class FileRules {
    /** Content types that clients send by default, without knowledge of the file. */
    private static final Set<String> GENERIC_TYPES =
            Set.of("application/octet-stream", "application/x-www-form-urlencoded");

    private static final Pattern EXTENSION = Pattern.compile(".*\\.([A-Za-z0-9]{1,10})", Pattern.DOTALL);

    private final ContentTypes types;

    public FileRules(ContentTypes types) {
        this.types = types;
    }

    /** @param id a fresh one; the key of the file is made from it */
    public FileValidation validate(String workspaceId, FileUpload upload, String createdBy, UUID id) {
        String name = FileNames.plain(upload.name());
        if (name == null) {
            return invalid("name", upload.name() == null ? "is missing" : "must be a file name");
        }
        Optional<FilePurpose> purpose =
                WireName.find(FilePurpose.class, upload.purpose() == null ? "" : upload.purpose());
        if (purpose.isEmpty()) {
            return invalid("purpose", "must be config or knowledge");
        }
        if (upload.bytes().length == 0) {
            return new FileValidation.Invalid(FailureCode.INVALID_ARGUMENT, null, "The body is empty.");
        }
        if (upload.bytes().length > FileLimits.BYTES) {
            return new FileValidation.Invalid(
                    FailureCode.PAYLOAD_TOO_LARGE, null, "A file has at most " + FileLimits.BYTES + " bytes.");
        }
        String declared = specific(upload.declared());
        if (declared != null && declared.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            return unsupported("must be that of the file: send its bytes alone, not a form");
        }
        return switch (types.check(upload.bytes(), name, declared)) {
            case MimeTypeValidation.NoType() -> unsupported("must be a media type");
            case MimeTypeValidation.Mismatch(String found) ->
                unsupported("is not that of the content, which is " + found);
            case MimeTypeValidation.Accepted(String mimeType) ->
                new FileValidation.Valid(new NewFile(
                        workspaceId,
                        key(id, name),
                        name,
                        purpose.get(),
                        mimeType,
                        new ArtifactContent(upload.bytes()),
                        createdBy));
        };
    }

    private static @Nullable String specific(@Nullable String declared) {
        if (declared == null || declared.isBlank()) {
            return null;
        }
        int parameters = declared.indexOf(';');
        String base = (parameters < 0 ? declared : declared.substring(0, parameters)).strip();
        return GENERIC_TYPES.contains(base.toLowerCase(Locale.ROOT)) ? null : declared.strip();
    }

    /** Makes an opaque key; it ends with the extension of the name for readers of a configuration. */
    private static String key(UUID id, String name) {
        Matcher extension = EXTENSION.matcher(name);
        String plain = id.toString().replace("-", "");
        return extension.matches() ? plain + "." + extension.group(1).toLowerCase(Locale.ROOT) : plain;
    }

    private static FileValidation invalid(String field, String why) {
        return new FileValidation.Invalid(FailureCode.INVALID_ARGUMENT, field, field + " " + why + ".");
    }

    private static FileValidation unsupported(String why) {
        return new FileValidation.Invalid(
                FailureCode.UNSUPPORTED_MEDIA_TYPE, "Content-Type", "Content-Type " + why + ".");
    }
}

package dev.agenthost.context.artifact.tika;

import dev.agenthost.context.artifact.ContentTypes;
import dev.agenthost.context.artifact.MimeTypeValidation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MediaTypeRegistry;
import org.apache.tika.mime.MimeTypes;
import org.jspecify.annotations.Nullable;

/** Detects media types with Apache Tika's table, which is loaded with the first artifact. */
public final class TikaContentTypes implements ContentTypes {
    private static final class Tika {
        static final MimeTypes TYPES = MimeTypes.getDefaultMimeTypes();
    }

    @Override
    public MimeTypeValidation check(byte[] bytes, @Nullable String name, @Nullable String declared) {
        if (declared == null) {
            return new MimeTypeValidation.Accepted(found(bytes, name).toString());
        }
        MediaType declaredType = MediaType.parse(declared.strip());
        if (declaredType == null) {
            return new MimeTypeValidation.NoType();
        }
        MediaType found = found(bytes, null);
        return allows(declaredType.getBaseType(), found.getBaseType())
                ? new MimeTypeValidation.Accepted(declaredType.toString())
                : new MimeTypeValidation.Mismatch(found.toString());
    }

    /**
     * Returns true if the declared type is acceptable: the detected one is only "bytes" or "text", or one is a kind of the other, or both
     * are text.
     */
    private static boolean allows(MediaType declaredType, MediaType found) {
        if (found.equals(MediaType.OCTET_STREAM) || found.equals(MediaType.TEXT_PLAIN)) {
            return true;
        }
        MediaTypeRegistry kinds = Tika.TYPES.getMediaTypeRegistry();
        MediaType one = kinds.normalize(declaredType);
        MediaType other = kinds.normalize(found);
        return one.equals(other)
                || kinds.isInstanceOf(other, one)
                || kinds.isInstanceOf(one, other)
                || kinds.isInstanceOf(one, MediaType.TEXT_PLAIN) && kinds.isInstanceOf(other, MediaType.TEXT_PLAIN);
    }

    private static MediaType found(byte[] bytes, @Nullable String name) {
        Metadata about = new Metadata();
        if (name != null) {
            about.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
        }
        try {
            return Tika.TYPES.detect(new ByteArrayInputStream(bytes), about);
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory are always read", e);
        }
    }
}

package dev.agenthost.runners.localagent.picture;

import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.Artifacts;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Loads the images of one run from the host, as many as one request can hold, in the order of the calls. An artifact that is
 * unreadable, no image or too large is skipped.
 */
public final class ImageLoader implements VisibleImages, AutoCloseable {
    /** The maximum of all images of one request together: in base64 less than half of a frame. */
    public static final int MOST_BYTES = 5 * 1024 * 1024;
    /** The maximum of requested images in one run. */
    public static final int MOST = 16;

    private static final System.Logger LOG = System.getLogger(ImageLoader.class.getName());
    /** Bytes of the first read, enough to detect the format. */
    private static final int FIRST = 64 * 1024;

    private static final int AT_ONCE = 1024 * 1024;

    private final Artifacts artifacts;
    private final boolean mayRead;
    private final ImageMemoryLimiter room;
    /** By identity of the reference: an image that occurs twice in a request is sent twice. */
    private final Map<AttachmentReference, ContentElement> seen = new IdentityHashMap<>();

    private int asked;
    private int bytes;
    private int taken;
    private boolean open = true;
    private boolean crowded;

    /** @param mayRead true if the run may read artifacts */
    public ImageLoader(Artifacts artifacts, boolean mayRead, ImageMemoryLimiter room) {
        this.artifacts = artifacts;
        this.mayRead = mayRead;
        this.room = room;
    }

    public void load(MessageAttachments attached) throws InterruptedException {
        for (AttachmentReference reference : attached.references()) {
            if (mayRead && open && !crowded && reference.mayBeImage() && asked < MOST && !seen.containsKey(reference)) {
                asked++;
                load(reference);
            }
        }
    }

    /** Hides all images from now on: for a model that accepts none. */
    public void hide() {
        open = false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public @Nullable ContentElement of(AttachmentReference reference) {
        return open ? seen.get(reference) : null;
    }

    /** Releases their memory to other runs. */
    @Override
    public void close() {
        seen.clear();
        room.give(taken);
        taken = 0;
    }

    private void load(AttachmentReference reference) throws InterruptedException {
        try {
            ArtifactReadResult first = artifacts.read(reference.artifactId(), 0, FIRST);
            byte[] begin = decoded(first);
            Optional<ImageFormat> format = ImageFormat.of(begin);
            long size = size(first, begin);
            if (format.isEmpty() || size > MOST_BYTES - bytes) {
                return;
            }
            if (!room.take(ImageMemoryLimiter.kibibytes(size))) {
                // Only one wait: the model receives a text for this image and all later ones.
                crowded = true;
                return;
            }
            // Reserved until close, even if this image cannot be loaded.
            taken += ImageMemoryLimiter.kibibytes(size);
            byte[] whole = first.hasMore() ? whole(reference.artifactId(), begin, size) : begin;
            if (whole.length == size) {
                bytes += whole.length;
                seen.put(reference, element(format.get(), whole));
            }
        } catch (AgentApiException why) {
            LOG.log(System.Logger.Level.WARNING, "artifact {0}: {1}", reference.artifactId(), why.code());
        }
    }

    /** The size of the artifact; an unknown size counts as too large. */
    private static long size(ArtifactReadResult first, byte[] begin) {
        Long value = first.sizeBytes();
        return first.hasMore() ? value == null ? Long.MAX_VALUE : value : begin.length;
    }

    private byte[] whole(String artifactId, byte[] begin, long size) {
        ByteArrayOutputStream all = new ByteArrayOutputStream((int) size);
        all.writeBytes(begin);
        boolean more = true;
        while (more && all.size() < size) {
            ArtifactReadResult piece = artifacts.read(artifactId, all.size(), AT_ONCE);
            byte[] some = decoded(piece);
            all.writeBytes(some);
            more = piece.hasMore() && some.length > 0;
        }
        return all.toByteArray();
    }

    private static ContentElement element(ImageFormat format, byte[] image) {
        String data =
                "data:" + format.mimeType() + ";base64," + Base64.getEncoder().encodeToString(image);
        return new ContentElement("image_base64", null, null, data, null, null, null);
    }

    private static byte[] decoded(ArtifactReadResult piece) {
        return Base64.getDecoder().decode(Objects.requireNonNullElse(piece.contentBase64(), ""));
    }
}

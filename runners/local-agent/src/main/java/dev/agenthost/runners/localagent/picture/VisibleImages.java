package dev.agenthost.runners.localagent.picture;

import dev.agenthost.protocol.message.ContentElement;
import org.jspecify.annotations.Nullable;

/** The images of messages that a model receives. */
public interface VisibleImages {
    /** No images: the model receives texts about them. */
    VisibleImages NONE = new VisibleImages() {
        @Override
        public boolean isOpen() {
            return false;
        }

        @Override
        public @Nullable ContentElement of(AttachmentReference reference) {
            return null;
        }
    };

    /** Returns true if the model may receive images. */
    boolean isOpen();

    /** The image of a reference; null if the model does not receive it. */
    @Nullable
    ContentElement of(AttachmentReference reference);
}

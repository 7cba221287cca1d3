package dev.agenthost.runners.localagent.picture;

import dev.agenthost.protocol.message.ContentElement;
import org.jspecify.annotations.Nullable;

/** What a model is shown of the images that came with messages. */
public interface VisibleImages {
    /** Nothing: a model is told of them. */
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

    /** Whether any may be shown. */
    boolean isOpen();

    /** Null where it is not shown. */
    @Nullable
    ContentElement of(AttachmentReference reference);
}

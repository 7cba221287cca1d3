package dev.agenthost.gateway.attachment;

import dev.agenthost.im.chat.calls.FileAnswer;
import io.smallrye.mutiny.Uni;

/** Downloads one file from its platform. */
@FunctionalInterface
public interface MessageFileDownload {
    /**
     * Never fails.
     *
     * @param most largest file in bytes
     */
    Uni<FileAnswer> download(int most);
}

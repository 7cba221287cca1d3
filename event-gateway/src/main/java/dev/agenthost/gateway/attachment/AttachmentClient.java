package dev.agenthost.gateway.attachment;

import java.util.concurrent.CompletionStage;

/** Stores files of messages. A repetition stores nothing and has the same result. */
public interface AttachmentClient {
    /** Completes within a bounded time, and never fails. */
    CompletionStage<AttachmentResult> store(Attachment attachment);
}

package dev.agenthost.context.transcript;

import io.smallrye.mutiny.Uni;

/** Reads transcripts. */
public interface TranscriptRepository {
    /** Reads a page in the requested direction, up to the size of one answer; an unknown conversation has no entries. */
    Uni<Slice<NumberedEntry>> read(TranscriptPageRequest request);
}

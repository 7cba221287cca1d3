package dev.agenthost.context.history;

import dev.agenthost.context.transcript.TranscriptEntry;

/** An entry at its place in its conversation. */
public record NumberedEntry(long seq, TranscriptEntry entry) {}

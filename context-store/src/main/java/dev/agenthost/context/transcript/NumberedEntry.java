package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.TranscriptEntry;

/** An entry with its number in the conversation. */
public record NumberedEntry(long seq, TranscriptEntry entry) {}

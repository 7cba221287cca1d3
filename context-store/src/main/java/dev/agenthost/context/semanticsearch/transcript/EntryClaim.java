package dev.agenthost.context.semanticsearch.transcript;

import java.util.UUID;

/**
 * A conversation whose entries this replica alone embeds while the claim is valid.
 *
 * @param conversation its number
 * @param last its newest entry
 * @param top entries up to this one were read,
 * @param bottom except those up to this one
 */
public record EntryClaim(UUID claimId, long conversation, long last, long top, long bottom) {}

package dev.agenthost.gateway.polling;

import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Polls or connects the bots that this replica could claim, each on a thread of its own. Claims what no live replica holds, and stops a bot that has
 * changed or whose claim no longer holds. One thread calls {@link #round} and {@link #close}.
 *
 * <pre>
 *   free ──claim──▶ held ──lease overdue, or the bot changed──▶ stopped ──thread ended──▶ free
 *                    └──lease of the holder marked dead by another replica──▶ free
 * </pre>
 */
public final class PollingSupervisor {
    private static final Logger LOG = System.getLogger(PollingSupervisor.class.getName());

    /** For one statement. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final Supplier<? extends Collection<BotRegistration>> bots;
    private final PollingClaimRepository claims;
    private final LeaseRepository leases;
    private final LeaseKeeper lease;
    private final PollingTask task;
    private final Map<String, PollingThread> held = new HashMap<>();

    /** @param bots the bots to poll, as they are now */
    public PollingSupervisor(
            Supplier<? extends Collection<BotRegistration>> bots,
            PollingClaimRepository claims,
            LeaseRepository leases,
            LeaseKeeper lease,
            PollingTask task) {
        this.bots = bots;
        this.claims = claims;
        this.leases = leases;
        this.lease = lease;
        this.task = task;
    }

    /**
     * Stops what may no longer be polled, and claims what is free; call it twice a second. Blocks.
     *
     * @throws RuntimeException if the database is unavailable; what is held goes on for as long as its lease is current
     */
    public void round() throws InterruptedException {
        held.values().stream().filter(bot -> !bot.mayPoll()).forEach(PollingThread::stop);
        releaseEnded();
        Collection<BotRegistration> wanted = bots.get();
        if (wanted.isEmpty() || !lease.mayAct()) {
            return;
        }
        if (lease.canExpireOthers()) {
            await(leases.expireOverdue());
        }
        await(claims.releaseDead());
        for (BotRegistration bot : wanted) {
            if (!held.containsKey(bot.botId())) {
                claim(bot);
            }
        }
    }

    private void claim(BotRegistration bot) {
        Optional<PollingClaim> claimed = await(claims.claim(bot.botId(), lease.incarnation()));
        claimed.ifPresent(claim -> {
            LOG.log(
                    Level.INFO,
                    "this replica holds the bot: botId={0} epoch={1}",
                    bot.botId(),
                    Long.toString(claim.epoch()));
            held.put(
                    bot.botId(),
                    new PollingThread(
                            claim,
                            bot,
                            () -> lease.mayActAs(claim.holder()) && bots.get().contains(bot),
                            task));
        });
    }

    /** A claim is released after its thread has ended, so that no other replica polls the bot together with it. */
    private void releaseEnded() throws InterruptedException {
        for (PollingThread bot : Map.copyOf(held).values()) {
            if (!bot.mayPoll() && bot.hasEnded(Duration.ofMillis(1)) && isReleased(bot.claim())) {
                held.remove(bot.claim().botId());
            }
        }
    }

    /** While the lease is overdue, the claim can neither be released nor is it lost. */
    private boolean isReleased(PollingClaim claim) {
        if (lease.mayActAs(claim.holder())) {
            await(claims.release(claim));
            return true;
        }
        return !claim.holder().equals(lease.incarnation());
    }

    /** Stops all bots and surrenders the lease, so that another replica polls them at once. */
    public void close() throws InterruptedException {
        held.values().forEach(PollingThread::stop);
        for (PollingThread bot : held.values()) {
            bot.hasEnded(STOP_TIMEOUT);
        }
        held.clear();
        await(lease.surrender());
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(TIMEOUT);
    }
}

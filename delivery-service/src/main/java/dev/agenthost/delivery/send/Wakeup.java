package dev.agenthost.delivery.send;

/** Wakes the dispatcher when there is something to send; never blocks. */
public interface Wakeup {

    void wake();
}

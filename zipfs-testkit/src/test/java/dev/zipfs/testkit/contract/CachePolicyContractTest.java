package dev.zipfs.testkit.contract;

import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

class CachePolicyContractTest extends ContractMutants<UnaryOperator<CachePolicy>> {
    private static volatile UnaryOperator<CachePolicy> change = UnaryOperator.identity();

    static class Subject extends CachePolicyContract {
        @Override
        protected CachePolicy policy() {
            return change.apply(CachePolicies.lru());
        }
    }

    CachePolicyContractTest() {
        super(Subject.class);
    }

    @Override
    UnaryOperator<CachePolicy> sound() {
        return UnaryOperator.identity();
    }

    @Override
    void use(UnaryOperator<CachePolicy> wanted) {
        change = wanted;
    }

    @Override
    List<Mutant<UnaryOperator<CachePolicy>>> mutants() {
        return List.of(
                Mutant.of(
                        "has no place for what is encrypted",
                        policy -> new Changed(policy) {
                            @Override
                            public Placement placement(CachedEntry entry) {
                                return entry.encrypted() ? null : super.placement(entry);
                            }
                        },
                        "everyEntryHasAPlace",
                        "anyHistoryIsAnswered"),
                Mutant.of(
                        "changes its mind about an entry",
                        policy -> new Changed(policy) {
                            private int asked;

                            @Override
                            public Placement placement(CachedEntry entry) {
                                return asked++ % 2 == 0 ? Placement.MEMORY : Placement.DISK;
                            }
                        },
                        "anEntryKeepsItsPlaceWhenItIsOpenedAgain"),
                Mutant.of(
                        "looks for a victim in the other tier too",
                        policy -> new Changed(policy) {
                            @Override
                            public @Nullable BlockKey victim(Placement tier) {
                                BlockKey victim = super.victim(tier);
                                return victim != null ? victim : super.victim(other(tier));
                            }
                        },
                        "anEmptyTierHasNoVictim",
                        "aBlockInBothTiersLeavesOneOfThem",
                        "anyHistoryIsAnswered"),
                Mutant.of(
                        "does not forget what has left",
                        policy -> new Changed(policy) {
                            @Override
                            public void removed(BlockKey block, Placement tier) {}
                        },
                        "whatHasLeftIsNoVictim",
                        "aBlockInBothTiersLeavesOneOfThem",
                        "anyHistoryIsAnswered",
                        "aDriveTakesEveryAnswerAndReadsTheSame"),
                Mutant.of(
                        "takes a block out of the wrong tier",
                        policy -> new Changed(policy) {
                            private final Set<BlockKey> onDisk = new HashSet<>();

                            @Override
                            public void inserted(BlockKey block, int bytes, Placement tier) {
                                if (tier == Placement.DISK) {
                                    onDisk.add(block);
                                }
                                super.inserted(block, bytes, tier);
                            }

                            @Override
                            public void removed(BlockKey block, Placement tier) {
                                super.removed(block, onDisk.remove(block) ? Placement.DISK : tier);
                            }
                        },
                        "aBlockInBothTiersLeavesOneOfThem",
                        "anyHistoryIsAnswered",
                        "aDriveTakesEveryAnswerAndReadsTheSame"),
                Mutant.of(
                        "gives up in the long run",
                        policy -> new Changed(policy) {
                            private int inserted;

                            @Override
                            public void inserted(BlockKey block, int bytes, Placement tier) {
                                if (++inserted > 300) {
                                    throw new IllegalStateException("too many");
                                }
                                super.inserted(block, bytes, tier);
                            }
                        },
                        "anyHistoryIsAnswered"),
                Mutant.of(
                        "shares its knowledge with all that were made",
                        policy -> {
                            Shared.latest = policy;
                            return new Shared();
                        },
                        "policiesOfTwoDrivesKnowNothingOfEachOther"),
                Mutant.of(
                        "fails for a file that a drive has",
                        policy -> new Changed(policy) {
                            @Override
                            public Placement placement(CachedEntry entry) {
                                if (entry.path().equals("data/film.bin")) {
                                    throw new IllegalStateException("no films");
                                }
                                return super.placement(entry);
                            }
                        },
                        "aDriveTakesEveryAnswerAndReadsTheSame"));
    }

    private static Placement other(Placement tier) {
        return tier == Placement.MEMORY ? Placement.DISK : Placement.MEMORY;
    }

    /** Every instance is the one that was made last. */
    private static final class Shared extends Changed {
        private static volatile CachePolicy latest = CachePolicies.lru();

        Shared() {
            super(latest);
        }

        @Override
        CachePolicy policy() {
            return latest;
        }
    }

    /** Does what another does, but for what is overridden. */
    private static class Changed implements CachePolicy {
        private final CachePolicy policy;

        Changed(CachePolicy policy) {
            this.policy = policy;
        }

        CachePolicy policy() {
            return policy;
        }

        @Override
        public Placement placement(CachedEntry entry) {
            return policy().placement(entry);
        }

        @Override
        public boolean admit(BlockKey block, int bytes) {
            return policy().admit(block, bytes);
        }

        @Override
        public void inserted(BlockKey block, int bytes, Placement tier) {
            policy().inserted(block, bytes, tier);
        }

        @Override
        public void accessed(BlockKey block, Placement tier) {
            policy().accessed(block, tier);
        }

        @Override
        public void removed(BlockKey block, Placement tier) {
            policy().removed(block, tier);
        }

        @Override
        public @Nullable BlockKey victim(Placement tier) {
            return policy().victim(tier);
        }

        @Override
        public boolean demote(BlockKey block) {
            return policy().demote(block);
        }
    }
}

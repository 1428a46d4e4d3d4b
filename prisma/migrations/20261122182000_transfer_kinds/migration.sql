-- AlterEnum
ALTER TYPE "AccountKind" ADD VALUE IF NOT EXISTS 'receivable';

-- AlterEnum
ALTER TYPE "TransferKind" ADD VALUE IF NOT EXISTS 'top_up';
ALTER TYPE "TransferKind" ADD VALUE IF NOT EXISTS 'unmatched';
ALTER TYPE "TransferKind" ADD VALUE IF NOT EXISTS 'claim';
ALTER TYPE "TransferKind" ADD VALUE IF NOT EXISTS 'adjustment';
ALTER TYPE "TransferKind" ADD VALUE IF NOT EXISTS 'reversal';
ALTER TYPE "TransferKind" ADD VALUE IF NOT EXISTS 'refund';
